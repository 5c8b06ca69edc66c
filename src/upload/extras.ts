/**
 * What the engine has beside sending an MP4 in parts: the wires that few grants name, what follows the last byte, the questions
 * to a service that does not answer, and what some files need: folders, posters, a smaller film, a cut one, one that was uploaded before; and what the memory does beside its saves.
 */

export { checksumOf } from './checksum/checksum-of.ts';
export { giveBack } from './grants/discard-video.ts';
export { loadFilms } from './films/load-films.ts';
export { makeFilm } from './file/make-film.ts';
export { posterFrame } from './inspect/poster-frame.ts';
export { takeVideos } from './file/take-videos.ts';
export { watchUpload } from './processing/watch-upload.ts';
export { confirmParts } from './sending/confirm-parts.ts';
export { fetchSender } from './sending/fetch-sender.ts';
export { fetchStoredParts } from './sending/fetch-stored-parts.ts';
export { findUnanswered } from './sending/find-unanswered.ts';
export { joinParts } from './sending/join-parts.ts';
export { NextPage } from './resume/next-page.ts';
export { isKnown, noteWish, pruneRecords } from './resume/earlier-records.ts';
export { readBody } from './transports/read-body.ts';
export { probeUploadId } from './retry/probe-upload-id.ts';
export { PutTransport } from './transports/put.ts';
export { TusTransport } from './transports/tus.ts';
