import { VhTranscript } from '../elements/transcript/vh-transcript.ts';

if (!customElements.get('vh-transcript')) customElements.define('vh-transcript', VhTranscript);
else
  import('../elements/setup/tell-second-copy.ts').then(
    ({ tellSecondCopy }) => tellSecondCopy('vh-transcript', VhTranscript),
    () => {},
  );

declare global {
  interface HTMLElementTagNameMap {
    'vh-transcript': VhTranscript;
  }
}

export { VhTranscript };
