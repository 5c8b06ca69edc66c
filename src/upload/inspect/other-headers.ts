/** Headers of files that few visitors choose: WebM and Matroska, and what a recorder writes as fragments of an MP4. */

export { readMatroska } from './matroska/matroska-info.ts';
export { fragmentedDuration } from './mp4/mp4-fragments.ts';
