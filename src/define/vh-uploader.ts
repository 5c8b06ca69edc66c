import { VhUploader } from '../elements/uploader/vh-uploader.ts';

if (!customElements.get('vh-uploader')) customElements.define('vh-uploader', VhUploader);
else
  import('../elements/setup/tell-second-copy.ts').then(
    ({ tellSecondCopy }) => tellSecondCopy('vh-uploader', VhUploader),
    () => {},
  );

declare global {
  interface HTMLElementTagNameMap {
    'vh-uploader': VhUploader;
  }
}

export * from '../elements/uploader/vh-uploader.ts';
