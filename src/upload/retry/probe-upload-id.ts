import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { isReachable } from './wait-for-network.ts';
import { withTimeout } from './with-timeout.ts';

/** Milliseconds that a question may take. */
const QUESTION_TIMEOUT_MS = 5_000;
/** Times in a row that a question with the header comes to nothing and one without it does not: a line breaks by chance. */
const PROBES = 5;

/** An upload of which no byte has left, again and again. */
export interface UnsentUpload {
  readonly environment: UploadEnvironment;
  readonly url: string;
  readonly uploadId: string;
  readonly signal: AbortSignal;
}

/**
 * Whether a service lets the browser send `Upload-Id`. Again and again while the server answers, but never where the header
 * is: then it is the header.
 */
export async function probeUploadId(upload: UnsentUpload): Promise<'allowed' | 'refused' | 'unreachable'> {
  const { environment, url, signal } = upload;
  for (let times = 0; times < PROBES; times++) {
    if (await mayAskWithHeader(upload)) return 'allowed';
    if (!(await isReachable(environment, url, signal))) return 'unreachable';
  }
  return 'refused';
}

/** True when the browser may ask with the header, whatever is answered: it is let to send it then. */
async function mayAskWithHeader({ environment, url, uploadId, signal }: UnsentUpload): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  const init = {
    method: 'HEAD',
    headers: { 'Upload-Id': uploadId },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    redirect: 'error',
  } as const;
  try {
    await withTimeout(QUESTION_TIMEOUT_MS, environment, signal, (soon) =>
      environment.fetch(origin + pathname, { ...init, signal: soon }),
    );
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
