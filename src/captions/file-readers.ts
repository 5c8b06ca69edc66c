/** The readers of files that the browser cannot read, or reads without telling what is in them. */

export { readFileRules } from './author-style/read-rules.ts';
export { convertTrack } from './files/convert-track.ts';
