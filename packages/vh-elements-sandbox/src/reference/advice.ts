import type { ProblemSlug } from '../http/problem.ts';

type RangeSlug = Extract<ProblemSlug, `video-content-range-${string}`>;

const SIGN_IN =
  'Send the API key by Basic as the user name, or exchange it at POST /auth/api-key and send the access token by Bearer.';
const ONE_FILE = 'Send one file as multipart/form-data: `curl -F file=@film.mp4`.';
const DISK =
  'Look at the disk of the data folder, or give the sandbox a folder on another one with --data; then send the request again.';
const AGAIN = 'Send the request again; the log of the sandbox says what happened.';
const OFFSET = 'Ask where the upload stands (HEAD on its address) and go on from there.';

/** What to do after a refusal, in a sentence or two for people. */
const ADVICE = {
  'attribute-required': 'Add the member that `name` names to the body; `problems` has all that was wrong.',
  'invalid-attribute':
    'Correct the value that `name` names: `detail` says what it must be, and `problems` has all that was wrong.',
  'invalid-payload': 'Send a JSON object of at most 1 MB, or a form with one file where a file is wanted.',
  'invalid-query-parameter': 'Correct the parameter that `name` names, or leave it away.',
  'request-invalid-query-parameter': 'Correct the parameter that `name` names, or leave it away.',
  'authentication-invalid-user-credentials':
    'Send the key that the sandbox says at its start, as {"apiKey": "…"}.',
  'authentication-missing-authorization-header': SIGN_IN,
  'authentication-invalid-authorization-header-value': SIGN_IN,
  'authentication-invalid-api-key':
    'Use the key that the sandbox says at its start; it stays the same in its data folder.',
  'authentication-invalid-access-token':
    'An access token is good for an hour: refresh it at POST /auth/refresh. The API key is none: exchange it at POST /auth/api-key.',
  'authentication-invalid-refresh-token':
    'Begin again with the API key at POST /auth/api-key: a refresh token is good once.',
  'authentication-missing-upload-token': 'Add ?token=… to the address, or send the upload token by Bearer.',
  'authentication-invalid-upload-token':
    'Make another one with POST /upload-tokens on your server: this one is unknown, deleted or over.',
  'authentication-upload-token-bound': 'Send the `videoId` that the token was made for.',
  'invalid-host': 'Send a Host header with a name or a number, and a port where there is one.',
  'sandbox-controls-closed':
    'Ask from this machine by a loopback name, such as 127.0.0.1, and from no page of another site; --expose-controls lets other machines in.',
  'sandbox-origin-refused':
    'Ask on your server, where the key belongs. To let a page use it all the same, start the sandbox with --allow-origin.',
  'sandbox-state-replaced':
    'Send the request again: the sandbox was reset or restored meanwhile, and what it was about may be gone.',
  'sandbox-import-refused':
    'Take an export of this version of the sandbox, or of an older one; `detail` says what is wrong with this.',
  'resource-not-found':
    'Look at the id that `name` names: it belongs to nothing here, or to something that was deleted. Another data folder has other ids.',
  'unrecognized-request-url': 'Look at the path: GET /openapi.json lists all that the service has.',
  'method-not-allowed': 'Use a method that the Allow header lists.',
  'webhook-limit-reached': 'Delete webhooks that are not used any more.',
  'too-many-requests': 'Wait for the seconds that Retry-After says. --rate-limit off takes the limits away.',
  'payload-too-large': 'Send less: `detail` says how much there may be.',
  'uploaded-file-no-file': ONE_FILE,
  'uploaded-file-multiple-files': 'Send one file in each request.',
  'uploaded-file-empty': 'Look at the file: it has no bytes.',
  'uploaded-file-invalid-file':
    'Save the file again in another program; `detail` says what is wrong with it.',
  'uploaded-file-too-large': 'Send a smaller file, or a film in pieces with a Content-Range header.',
  'uploaded-file-extension-invalid':
    'Send another kind of file: a picture is a JPEG or a PNG. Its bytes count, not its name.',
  'video-source-already-uploaded': 'Create another video for another film: a source is never replaced.',
  'video-source-already-downloaded': 'Create another video: the source of this one comes from an address.',
  'video-source-already-copied': 'Create another video: the source of this one is a copy.',
  'storage-full': 'Make room on the disk of the data folder; then send the request again.',
  'storage-failed': DISK,
  'storage-read-only': DISK,
  'too-many-open-files':
    'Let the system open more files (`ulimit -n`), or send fewer requests at once; then send this one again.',
  'database-failed': AGAIN,
  'source-bytes-lost':
    'Create another video and upload the film again: bytes of this one are gone from the disk.',
  'tus-version-unsupported': 'Send `Tus-Resumable: 1.0.0`.',
  'tus-header-invalid': 'Correct the header that `name` names.',
  'tus-content-type-invalid': 'Send `Content-Type: application/offset+octet-stream`.',
  'tus-offset-conflict': OFFSET,
  'tus-upload-gone': 'Create another upload: this one is over.',
  'tus-upload-final': 'Send bytes to the uploads that it was made of, before they are put together.',
  'tus-parts-unfinished': 'Finish each part first.',
  'tus-too-large': 'Send a smaller film: Tus-Max-Size says how large it may be.',
  'tus-checksum-mismatch': 'Send the same bytes again: they changed on their way.',
  'mismatching-upload-offset': OFFSET,
  'completed-upload': 'Send no more: the film is whole.',
  'inconsistent-upload-length': 'Say the same length in each request.',
  'upload-header-invalid': 'Correct the header that `name` names.',
} as const satisfies Record<Exclude<ProblemSlug, RangeSlug>, string>;

const RANGE =
  'Send `Content-Range: part 2/5`, with `*` for a number of parts that is not known yet, or `bytes 0-5242879/10485760`: one form for the whole film, each piece but the last of 5 to 200 MiB. GET /videos/{videoId}/status says what has arrived.';

/** What to do after a refusal. */
export function adviceOf(slug: ProblemSlug): string {
  return isOfRange(slug) ? RANGE : ADVICE[slug];
}

function isOfRange(slug: ProblemSlug): slug is RangeSlug {
  return slug.startsWith('video-content-range-');
}
