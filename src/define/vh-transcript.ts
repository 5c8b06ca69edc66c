import { report } from '../elements/setup/report.ts';
import { VhTranscript } from '../elements/transcript/vh-transcript.ts';

if (!customElements.get('vh-transcript')) customElements.define('vh-transcript', VhTranscript);
else report(({ reportSecondCopy }) => reportSecondCopy('vh-transcript', VhTranscript));

declare global {
  interface HTMLElementTagNameMap {
    'vh-transcript': VhTranscript;
  }
}

export { VhTranscript };
