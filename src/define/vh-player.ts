import { report } from '../elements/setup/report.ts';
import { VhPlayer } from '../elements/player/vh-player.ts';

if (!customElements.get('vh-player')) customElements.define('vh-player', VhPlayer);
else report(({ reportSecondCopy }) => reportSecondCopy('vh-player', VhPlayer));

declare global {
  interface HTMLElementTagNameMap {
    'vh-player': VhPlayer;
  }
}

export { VhPlayer };
