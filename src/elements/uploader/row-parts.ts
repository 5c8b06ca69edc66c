// What the uploader needs once it has a file: the engine, and the view of its work. One chunk, fetched when somebody
// is about to use the element: most pages show an uploader long before.
export { Upload } from '../../upload/upload.ts';
export { Announcer } from './announcer.ts';
export { renderRow } from './render-row.ts';
