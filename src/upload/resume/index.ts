// What an uploader's view needs of uploads that were begun before. Loaded on demand: nothing of it is needed to show
// an uploader, or to upload a file that was never begun.
export { droppedHandle } from './dropped-handle.ts';
export { UnfinishedUploads, type ReopenedFile, type UnfinishedUpload } from './unfinished-uploads.ts';
