// What an upload loads later. A load that fails resolves with nothing; the next one asks for the code again.
// `inspect/inspect-file.ts` has a further one, since what comes by these inspects files, too; `optimize/start-worker.ts` has the worker's,
// `resume/parts.ts` what the memory of uploads loads, too: an offer to resume has that without an upload, and may not know of these.
// A bundler would think that they may come before the upload, and take out of it all that both need: four files more before the first byte.

/** What the first byte of an MP4 in parts does not wait for: beside that byte, with the view; before it for a grant that names another wire. */
export const loadExtras = () => import('./extras.ts').catch(() => undefined);

/** Resumable uploads of the IETF: for a grant that names them. */
export const loadIetf = () => import('./transports/ietf.ts').catch(() => undefined);

/** S3 multipart uploads by presigned addresses: for a grant that names them. */
export const loadS3 = () => import('./transports/s3/s3-transport.ts').catch(() => undefined);

/** tus-js-client: for a grant that names tus. */
export const loadTusClient = () => import('./transports/tus-client.ts').catch(() => undefined);
