import type { DetailedError, HttpRequest, UploadOptions } from 'tus-js-client';
import type { Grant } from '../../core/grant.ts';
import { VhError, isVhError } from '../../core/vh-error.ts';
import { PartPlan } from '../part-plan.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { PartResult, PartTry, Transport } from './transport.ts';

/** Answers that the wire itself mends: the next try asks for the offset first. */
const OUT_OF_STEP: ReadonlySet<number> = new Set([409, 423, 460]);
const RETRY_HEADERS = ['content-type', 'retry-after', 'x-ratelimit-retry-after'];

/**
 * tus 1.0 by tus-js-client, which is loaded when the first byte is to leave.
 *
 * It is kept to the wire: retries, waiting and giving up are the engine's. To the engine the file is one part; where
 * a second try goes on is between client and server.
 */
export class TusTransport implements Transport {
  #url: string | null = null;
  #videoId: string | undefined;
  #offset = 0;
  #anew = false;

  plan(size: number): PartPlan {
    return PartPlan.whole(size);
  }

  async send(attempt: PartTry): Promise<PartResult> {
    const { signal } = attempt;
    const tus = await import('tus-js-client').catch(() => undefined);
    signal.throwIfAborted();
    if (!tus) {
      return { kind: 'again', error: new VhError('network', 'A part of the uploader could not be loaded.') };
    }
    const settled = new AbortController();
    const result = new Promise<PartResult>((resolve, reject) => {
      const upload = new tus.Upload(attempt.blob, {
        ...this.#options(attempt),
        onProgress: attempt.onProgress,
        onUploadUrlAvailable: () => {
          this.#url = upload.url;
        },
        onSuccess: ({ lastResponse }) => {
          const videoId = attempt.videoId ?? lastResponse.getHeader('video-id') ?? this.#videoId;
          resolve(videoId === undefined ? nameless() : { kind: 'stored', video: { videoId } });
        },
        onError: (error) => {
          this.#judge(error).then(resolve, reject);
        },
      });
      const abort = () => {
        reject(signal.reason as Error);
        void upload.abort();
      };
      signal.addEventListener('abort', abort, { signal: settled.signal });
      upload.start();
    });
    return result.finally(() => {
      settled.abort();
    });
  }

  async abandon(grant: Grant): Promise<void> {
    if (this.#url === null) return;
    const { Upload } = await import('tus-js-client');
    await Upload.terminate(this.#url, base(grant));
  }

  #options({ grant, videoId, name, blob, onMoved }: PartTry): UploadOptions {
    return {
      ...base(grant),
      // With both, tus-js-client would begin a second upload of its own accord when the first is refused.
      endpoint: this.#url === null ? grant.url : null,
      uploadUrl: this.#url,
      metadata: { filename: name, filetype: blob.type, ...(videoId === undefined ? {} : { videoId }) },
      onAfterResponse: (_request, response) => {
        this.#videoId ??= response.getHeader('video-id') ?? undefined;
        const offset = Number(response.getHeader('upload-offset') ?? 0);
        if (offset <= this.#offset) return;
        this.#offset = offset;
        onMoved();
      },
    };
  }

  async #judge(error: Error | DetailedError): Promise<PartResult> {
    if (!('originalResponse' in error)) return { kind: 'fatal', error: refused() };
    if (isVhError(error.causingError)) return { kind: 'fatal', error: error.causingError };
    const answer = error.originalResponse;
    if (!answer?.getStatus()) {
      return { kind: 'again', error: new VhError('network', 'The upload could not reach the server.') };
    }
    const status = answer.getStatus();
    const headers = RETRY_HEADERS.map((name): [string, string] => [name, answer.getHeader(name) ?? '']);
    const result = await judgeAnswer(new Response(answer.getBody() || null, { status, headers }));
    if (result.kind !== 'fatal') return result;
    if ((status === 404 || status === 410) && this.#url !== null && !this.#anew) {
      // The server forgot the upload: begin again, once.
      this.#anew = true;
      this.#url = null;
      return { ...result, kind: 'again' };
    }
    return OUT_OF_STEP.has(status) ? { ...result, kind: 'again' } : result;
  }
}

function base({ url, token, headers }: Grant): UploadOptions {
  const { origin } = new URL(url);
  return {
    headers: { ...headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request: HttpRequest) => {
      if (new URL(request.getURL(), url).origin === origin) return;
      throw new VhError('unexpected-answer', 'The service sent the upload on to another origin.');
    },
  };
}

function nameless(): PartResult {
  return {
    kind: 'fatal',
    error: new VhError('unexpected-answer', 'The service stored the file and named no video.'),
  };
}

/** tus-js-client's own messages hold addresses, headers and bodies. */
function refused(): VhError {
  return new VhError('upload-refused', 'The upload could not be begun by tus.');
}
