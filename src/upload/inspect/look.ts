// What is needed to judge a file by what it says of itself: one chunk, fetched with the first file.
export { checkInfo } from './check-info.ts';
export { inspectFile } from './inspect-file.ts';
