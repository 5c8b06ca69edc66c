import { VhPlayer } from '../elements/player/vh-player.ts';

if (!customElements.get('vh-player')) customElements.define('vh-player', VhPlayer);
else
  import('../elements/setup/report-second-copy.ts').then(
    ({ reportSecondCopy }) => reportSecondCopy('vh-player', VhPlayer),
    () => {},
  );

declare global {
  interface HTMLElementTagNameMap {
    'vh-player': VhPlayer;
  }
}

export { VhPlayer };
