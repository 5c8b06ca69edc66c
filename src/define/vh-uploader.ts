import { report } from '../elements/setup/report.ts';
import { VhUploader } from '../elements/uploader/vh-uploader.ts';

if (!customElements.get('vh-uploader')) customElements.define('vh-uploader', VhUploader);
else report(({ reportSecondCopy }) => reportSecondCopy('vh-uploader', VhUploader));

declare global {
  interface HTMLElementTagNameMap {
    'vh-uploader': VhUploader;
  }
}

export * from '../elements/uploader/vh-uploader.ts';
