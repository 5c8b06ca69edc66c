import { report } from '../elements/setup/report.ts';
import { VhCaptionsPicker } from '../elements/captions-picker/vh-captions-picker.ts';

if (!customElements.get('vh-captions-picker')) customElements.define('vh-captions-picker', VhCaptionsPicker);
else report(({ reportSecondCopy }) => reportSecondCopy('vh-captions-picker', VhCaptionsPicker));

declare global {
  interface HTMLElementTagNameMap {
    'vh-captions-picker': VhCaptionsPicker;
  }
}

export { VhCaptionsPicker };
