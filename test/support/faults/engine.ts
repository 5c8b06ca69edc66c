export { Upload } from '../../../src/upload/upload.ts';
export { xhrSender } from '../../../src/upload/send-by-xhr.ts';
