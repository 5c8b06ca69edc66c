export { Upload } from '../../../../src/upload/upload.ts';
export { xhrSender } from '../../../../src/upload/transports/http-senders.ts';
