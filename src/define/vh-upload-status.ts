import { report } from '../elements/setup/report.ts';
import { VhUploadStatus } from '../elements/upload-status/vh-upload-status.ts';

if (!customElements.get('vh-upload-status')) customElements.define('vh-upload-status', VhUploadStatus);
else report(({ reportSecondCopy }) => reportSecondCopy('vh-upload-status', VhUploadStatus));

declare global {
  interface HTMLElementTagNameMap {
    'vh-upload-status': VhUploadStatus;
  }
}

export { VhUploadStatus };
