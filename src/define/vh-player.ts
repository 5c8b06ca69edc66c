import { VhPlayer } from '../elements/player/vh-player.ts';

if (!customElements.get('vh-player')) customElements.define('vh-player', VhPlayer);
else
  import('../elements/setup/tell-second-copy.ts').then(
    ({ tellSecondCopy }) => tellSecondCopy('vh-player', VhPlayer),
    () => {},
  );

declare global {
  interface HTMLElementTagNameMap {
    'vh-player': VhPlayer;
  }
}

export { VhPlayer };
