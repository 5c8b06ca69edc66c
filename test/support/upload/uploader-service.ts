import { FakeTus } from './uploader-tus.ts';
import { problem } from './uploader-problem.ts';

/** What goes wrong with one request. */
export type Fault =
  /** The connection breaks before the service has seen the part. */
  | 'reset'
  /** The part is stored, and its answer gets lost. */
  | 'lost-answer'
  /** The browser sends it again, and receives the second answer only. */
  | 'sent-twice'
  /** Nothing happens any more. */
  | 'silence'
  /** The service answers this, and stores nothing. */
  | { status: number; slug?: string; headers?: Record<string, string> };

/** What the service has of one video. */
export interface StoredVideo {
  parts: Map<number, Uint8Array>;
  total: number;
  title: string;
}

/** One request as the service saw it. */
export interface SeenRequest {
  url: URL;
  headers: Headers;
  /** In the order in which the form had them. */
  fields: string[];
}

/** The upload side of the service, in memory: parts, tokens, and faults in the order in which they are to come. */
export class FakeService {
  readonly url: string;
  readonly videos = new Map<string, StoredVideo>();
  readonly seen: SeenRequest[] = [];
  readonly tokens = new Set(['good']);
  readonly faults: (Fault | undefined)[] = [];
  /** The last part of each file that is answered: nothing happens to those after it. */
  lastAnswered = Infinity;
  /** Says that so many bytes of the request that fell silent last have left. */
  moveBytes: (loaded: number) => void = () => {};
  /** Called when a request meets silence. */
  onSilence: () => void = () => {};
  /** Requests that their sender gave up while they were on their way. */
  aborted = 0;
  /** True for the sandbox, which knows more than the service does. */
  hasExtensions = false;
  /** True for a service on another origin that does not allow the header: the browser sends nothing then. */
  refusesUploadId = false;
  /** Requests with the header that are lost on the way, before a byte of their bodies leaves. */
  losesUploadId = 0;
  /** Further addresses of its videos. */
  assets: Readonly<Record<string, string>> = {};
  encoding: { playable: boolean; failed?: boolean } = { playable: true };
  /** What the status says of the stored bytes. */
  sha256: string | undefined;
  /** True once an answer that says that the file is whole has arrived. */
  sentAssets = false;
  /** Videos that there were. */
  readonly forgotten = new Set<string>();
  /** The same service by its other wire. */
  readonly tus = new FakeTus();
  /** What each `Upload-Id` has begun, and with which token. */
  readonly #uploads = new Map<string, { token: string; videoId: string }>();

  constructor(origin = 'https://service.example') {
    this.url = `${origin}/upload`;
  }

  /** The bytes of the only video, or of `videoId`. */
  bytes(videoId = [...this.videos.keys()][0] ?? ''): Uint8Array {
    const parts = [...(this.videos.get(videoId)?.parts ?? [])].sort(([one], [other]) => one - other);
    return Uint8Array.from(parts.flatMap(([, bytes]) => [...bytes]));
  }

  /** Answers an upload request; rejects as a broken connection does, and never settles for a silent one. */
  async post(url: string, headers: Headers, form: FormData): Promise<Response> {
    this.seen.push({ url: new URL(url), headers, fields: [...form.keys()] });
    const fault = this.faults.shift();
    if (fault === 'silence' || partOf(headers).part > this.lastAnswered) {
      this.onSilence();
      return new Promise(() => {});
    }
    if (fault === 'reset') throw new TypeError('reset');
    if (typeof fault === 'object') return problem(fault.status, fault.slug, fault.headers);
    let answer = await this.#store(new URL(url), headers, form);
    // A browser repeats a request when the connection that it used again was reset.
    if (fault === 'sent-twice') answer = await this.#store(new URL(url), headers, form);
    if (fault === 'lost-answer') throw new TypeError('lost');
    this.sentAssets ||= 'assets' in ((await answer.clone().json()) as object);
    return answer;
  }

  /** Answers the reads with a token and the public ones. */
  get(url: string): Response {
    const { pathname } = new URL(url);
    if (pathname.endsWith('.m3u8'))
      return new Response(this.encoding.playable ? '#EXTM3U' : null, this.#hlsStatus);
    const videoId = /^\/(?:upload|videos)\/([^/]+)/.exec(pathname)?.[1];
    if (pathname === '/') return new Response('');
    const video = videoId === undefined || !this.hasExtensions ? undefined : this.videos.get(videoId);
    return video ? Response.json(this.#status(video)) : problem(404, 'resource-not-found');
  }

  get #hlsStatus(): ResponseInit {
    return { status: this.encoding.playable ? 200 : 202 };
  }

  #status(video: StoredVideo): unknown {
    const { playable, failed } = this.encoding;
    const parts = [...video.parts.keys()];
    return {
      ingest: {
        status: 'uploading',
        receivedParts: { parts, total: video.total },
        receivedBytes: [],
        sha256: this.sha256,
      },
      encoding: {
        playable,
        qualities: [{ type: 'hls', quality: '240p', status: failed ? 'failed' : 'encoding' }],
        metadata: {},
        reason: failed ? 'not a video' : undefined,
      },
    };
  }

  async #store(url: URL, headers: Headers, form: FormData): Promise<Response> {
    const token = url.searchParams.get('token') ?? '';
    if (!this.tokens.has(token)) return problem(401, 'authentication-invalid-upload-token');
    const file = form.get('file');
    const { part, total } = partOf(headers);
    // Not by class: the page may be another one than the test's.
    if (file === null || typeof file === 'string' || part === 0) return problem(400, 'uploaded-file-no-file');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const uploadId = this.hasExtensions ? headers.get('upload-id') : null;
    const named = form.get('videoId');
    if (typeof named === 'string' && this.forgotten.has(named)) return problem(404, 'resource-not-found');
    const begun = this.#uploads.get(uploadId ?? '');
    const isOurs = begun && (begun.token === token || !this.tokens.has(begun.token));
    const known = typeof named === 'string' ? named : isOurs ? begun.videoId : undefined;
    const videoId = known ?? `vi${String(this.videos.size + this.forgotten.size + 1)}`;
    if (uploadId !== null) this.#uploads.set(uploadId, { token, videoId });
    const video = this.videos.get(videoId) ?? {
      parts: new Map<number, Uint8Array>(),
      total,
      title: file.name,
    };
    this.videos.set(videoId, video);
    video.total ||= total;
    if (total !== 0 && video.total !== total)
      return problem(400, 'video-content-range-by-part-different-total-parts');
    if (video.parts.has(part)) {
      const isSame = String(video.parts.get(part)) === String(bytes);
      if (this.hasExtensions && isSame) return this.#answer(videoId, video);
      const whole = video.parts.size === total;
      return problem(
        400,
        whole ? 'video-source-already-uploaded' : 'video-content-range-by-part-part-already-sent',
      );
    }
    video.parts.set(part, bytes);
    return this.#answer(videoId, video);
  }

  #answer(videoId: string, video: StoredVideo): Response {
    const whole = video.parts.size === video.total;
    const assets = { hls: `https://assets.example/vod/${videoId}/hls/manifest.m3u8`, ...this.assets };
    return Response.json(whole ? { videoId, title: video.title, assets } : { videoId }, { status: 201 });
  }
}

/** Which part of how many a request brings: 0 for none, and for a number that is not known yet. */
function partOf(headers: Headers): { part: number; total: number } {
  const range = /^part (\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
  return { part: Number(range?.[1] ?? 0), total: range && range[2] !== '*' ? Number(range[2]) : 0 };
}
