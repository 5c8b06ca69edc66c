/**
 * What the engine has beside sending an MP4 in parts: the wires that few grants name, what follows the last byte, and what some
 * files need: folders, posters, a smaller film.
 */

export { giveBack } from './grants/discard-video.ts';
export { posterFrame } from './inspect/poster-frame.ts';
export { optimizeFile, parseGoal } from './optimize/optimize-file.ts';
export { watchProcessing } from './processing/watch-processing.ts';
export { walkDroppedFolders } from './file/walk-dropped-folders.ts';
export { findUnanswered } from './sending/find-unanswered.ts';
export { readBody } from './transports/read-body.ts';
export { PutTransport } from './transports/put.ts';
export { TusTransport } from './transports/tus.ts';
