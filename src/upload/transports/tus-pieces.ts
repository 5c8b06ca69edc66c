import type { Grant } from '../../core/wire/grant.ts';
import { isVhError } from '../../core/errors/vh-error.ts';
import { withTimeout } from '../retry/with-timeout.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { classifyResponse } from './classify-response.ts';
import type { FinishAttempt, PartAttempt, PartResult } from '../ports/transport.ts';
import { credentialHeaders, lastPathSegment } from '../ports/transport.ts';

const VERSION_HEADER = { 'Tus-Resumable': '1.0.0' };
/** Milliseconds that the question may take: one upload in one piece is right too. */
const QUESTION_TIMEOUT_MS = 3_000;

/** True when the server says that it can make one upload of several. */
export async function supportsConcatenation(
  environment: UploadEnvironment,
  { url }: Grant,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const init = { method: 'OPTIONS', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
    const answer = await withTimeout(QUESTION_TIMEOUT_MS, environment, signal, (soon) =>
      environment.fetch(url, { ...init, signal: soon }),
    );
    return answer.ok && /\bconcatenation\b/.test(answer.headers.get('tus-extension') ?? '');
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** Makes one upload of those at `urls`, in their order. */
export async function concatenatePieces(
  environment: UploadEnvironment,
  urls: readonly string[],
  attempt: FinishAttempt,
  uploadId: string,
): Promise<PartResult> {
  const { grant, signal, onProgress } = attempt;
  const metadata = Object.entries(metadataOf(attempt, uploadId)).map(
    ([key, text]) => `${key} ${base64(text)}`,
  );
  const headers: Record<string, string> = {
    ...credentialHeaders(grant),
    ...VERSION_HEADER,
    'Upload-Concat': `final;${urls.join(' ')}`,
    'Upload-Metadata': metadata.join(','),
  };
  const request = { method: 'POST', url: grant.url, headers, body: null, signal, onProgress } as const;
  try {
    const answer = await environment.sender.send(request);
    if (!answer.ok) {
      const result = await classifyResponse(answer);
      const isRefused = result.kind === 'fatal' || (result.kind === 'retry' && answer.status === 409);
      if (!isRefused) return result;
      const { error } = result;
      const isLost =
        isVhError(error, 'not-found') || (await isAnyPieceLost(environment, urls, grant, signal));
      return isLost ? { kind: 'lost', error } : result;
    }
    const address = answer.headers.get('location') ?? '';
    const named = URL.canParse(address, grant.url)
      ? lastPathSegment(new URL(address, grant.url).href)
      : undefined;
    const videoId = answer.headers.get('video-id') ?? attempt.videoId ?? named;
    return { kind: 'stored', video: videoId === undefined ? undefined : { videoId } };
  } catch (error) {
    if (signal.aborted || !isVhError(error)) throw error;
    return { kind: error.code === 'network' ? 'retry' : 'fatal', error };
  }
}

/** True when the server says that it has forgotten a piece: each has a word of its own for why it then joins none. */
async function isAnyPieceLost(
  environment: UploadEnvironment,
  urls: readonly string[],
  grant: Grant,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = urls.map((url) =>
    withTimeout(QUESTION_TIMEOUT_MS, environment, signal, (soon) =>
      askPiece(environment, url, grant, soon),
    ).then(
      ({ status }) => status === 404 || status === 410,
      () => false,
    ),
  );
  const answers = await Promise.all(asked);
  signal.throwIfAborted();
  return answers.includes(true);
}

/** Asks what the server has of the piece at `url`. */
export function askPiece(
  environment: UploadEnvironment,
  url: string,
  grant: Grant,
  signal: AbortSignal,
): Promise<Response> {
  return environment.fetch(url, {
    method: 'HEAD',
    headers: { ...credentialHeaders(grant), ...VERSION_HEADER },
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal,
  });
}

/** The upload's metadata. A server that knows `uploadId` makes no second video of a repeated creation. */
export function metadataOf(
  { file, videoId }: Pick<PartAttempt, 'file' | 'videoId'>,
  uploadId: string,
): Record<string, string> {
  const { name, type } = file;
  return { filename: name, filetype: type, ...(videoId === undefined ? { uploadId } : { videoId }) };
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
