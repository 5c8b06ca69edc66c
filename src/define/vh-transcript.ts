import { VhTranscript } from '../elements/transcript/vh-transcript.ts';

if (!customElements.get('vh-transcript')) customElements.define('vh-transcript', VhTranscript);
else
  import('../elements/setup/report-second-copy.ts').then(
    ({ reportSecondCopy }) => reportSecondCopy('vh-transcript', VhTranscript),
    () => {},
  );

declare global {
  interface HTMLElementTagNameMap {
    'vh-transcript': VhTranscript;
  }
}

export { VhTranscript };
