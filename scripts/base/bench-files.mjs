import { listFiles } from './list-files.mjs';

/** The programs of `npm run bench`: a folder for each subject, and what they share in `support`. */
export const benchFiles = () =>
  listFiles('bench').filter((file) => file.endsWith('.ts') && !file.startsWith('bench/support/'));
