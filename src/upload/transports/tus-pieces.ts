import type { Grant } from '../../core/grant.ts';
import { isVhError } from '../../core/vh-error.ts';
import { within } from '../time-limit.ts';
import type { UploadWorld } from '../upload-world.ts';
import { judgeAnswer } from './judge-answer.ts';
import { nameInAddress } from './name-in-address.ts';
import { rightHeaders } from './right-headers.ts';
import type { PartResult, PartTry } from './transport.ts';

const VERSION = { 'Tus-Resumable': '1.0.0' };
/** Milliseconds that the question may take: one upload in one piece is right too. */
const ASK = 3_000;

/** True when the server says that it can make one upload of several. */
export async function canJoin(world: UploadWorld, { url }: Grant, signal: AbortSignal): Promise<boolean> {
  try {
    const init = { method: 'OPTIONS', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
    const answer = await within(ASK, world, signal, (soon) => world.fetch(url, { ...init, signal: soon }));
    return answer.ok && /\bconcatenation\b/.test(answer.headers.get('tus-extension') ?? '');
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** Makes one upload of those at `urls`, in their order. */
export async function joinPieces(
  world: UploadWorld,
  urls: readonly string[],
  attempt: Omit<PartTry, 'part' | 'count'>,
  uploadId: string,
): Promise<PartResult> {
  const { grant, signal, onProgress } = attempt;
  const metadata = Object.entries(metadataOf(attempt, uploadId)).map(
    ([key, text]) => `${key} ${base64(text)}`,
  );
  const headers: Record<string, string> = {
    ...rightHeaders(grant),
    ...VERSION,
    'Upload-Concat': `final;${urls.join(' ')}`,
    'Upload-Metadata': metadata.join(','),
  };
  const request = { method: 'POST', url: grant.url, headers, body: null, signal, onProgress } as const;
  try {
    const answer = await world.sender.send(request);
    if (!answer.ok) {
      const result = await judgeAnswer(answer);
      const isRefused = result.kind === 'fatal' || (result.kind === 'again' && answer.status === 409);
      if (!isRefused) return result;
      const { error } = result;
      const isLost = isVhError(error, 'not-found') || (await isAnyGone(world, urls, grant, signal));
      return isLost ? { kind: 'gone', error } : result;
    }
    const address = answer.headers.get('location') ?? '';
    const named = URL.canParse(address, grant.url)
      ? nameInAddress(new URL(address, grant.url).href)
      : undefined;
    const videoId = answer.headers.get('video-id') ?? attempt.videoId ?? named;
    return { kind: 'stored', video: videoId === undefined ? undefined : { videoId } };
  } catch (error) {
    if (signal.aborted || !isVhError(error)) throw error;
    return { kind: error.code === 'network' ? 'again' : 'fatal', error };
  }
}

/** True when the server says that it has forgotten a piece: each has a word of its own for why it then joins none. */
async function isAnyGone(
  world: UploadWorld,
  urls: readonly string[],
  grant: Grant,
  signal: AbortSignal,
): Promise<boolean> {
  const init = {
    method: 'HEAD',
    headers: { ...rightHeaders(grant), ...VERSION },
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  } as const;
  const asked = urls.map((url) =>
    within(ASK, world, signal, (soon) => world.fetch(url, { ...init, signal: soon })).then(
      ({ status }) => status === 404 || status === 410,
      () => false,
    ),
  );
  const answers = await Promise.all(asked);
  signal.throwIfAborted();
  return answers.includes(true);
}

/** What an upload says of itself. A server that knows `uploadId` makes no second video of a creation sent again. */
export function metadataOf(
  { file, videoId }: Pick<PartTry, 'file' | 'videoId'>,
  uploadId: string,
): Record<string, string> {
  const { name, type } = file;
  return { filename: name, filetype: type, ...(videoId === undefined ? { uploadId } : { videoId }) };
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
