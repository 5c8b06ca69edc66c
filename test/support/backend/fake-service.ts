/** One request that reached the fake service. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}

type Answer = (seen: SeenRequest) => Response | Promise<Response>;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A service in memory, as far as the page backend uses it, with every request written down. */
export class FakeService {
  readonly baseUrl = 'https://service.test';
  readonly apiKey = 'canary-key-5f1c';
  readonly seen: SeenRequest[] = [];
  readonly #overrides = new Map<string, Answer>();
  #issued = 0;
  /** Access tokens that are good now. */
  readonly valid = new Set<string>();
  expiresIn = 3600;

  /** Replaces the answer to `GET /path`. */
  on(methodAndPath: string, answer: Answer): void {
    this.#overrides.set(methodAndPath, answer);
  }

  /** How often `POST /auth/…` was asked. */
  count(methodAndPath: string): number {
    return this.requestsTo(methodAndPath).length;
  }

  /** The requests to `POST /path`, in their order. */
  requestsTo(methodAndPath: string): SeenRequest[] {
    return this.seen.filter(({ method, url }) => `${method} ${new URL(url).pathname}` === methodAndPath);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const seen: SeenRequest = {
      method: init?.method ?? 'GET',
      url: input instanceof Request ? input.url : input.toString(),
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? undefined),
    };
    this.seen.push(seen);
    const key = `${seen.method} ${new URL(seen.url).pathname}`;
    const override = this.#overrides.get(key);
    if (override) return override(seen);
    if (key.startsWith('POST /auth/')) return this.#authenticate(seen);
    const token = seen.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const isAsset = new URL(seen.url).pathname.startsWith('/assets/');
    if (!isAsset && !this.valid.has(token)) return json({ status: 401 }, 401);
    return this.#answer(key);
  };

  #authenticate(seen: SeenRequest): Response {
    const body = seen.body as { apiKey?: string; refreshToken?: string };
    const known = body.apiKey === this.apiKey || body.refreshToken === `refresh-${String(this.#issued)}`;
    if (!known) return json({ status: 401 }, 401);
    const number = String(++this.#issued);
    this.valid.add(`access-${number}`);
    return json({
      token_type: 'Bearer',
      expires_in: this.expiresIn,
      access_token: `access-${number}`,
      refresh_token: `refresh-${number}`,
    });
  }

  #answer(key: string): Response {
    const base = this.baseUrl;
    switch (key) {
      case 'POST /videos':
        return json({ videoId: 'vi1', title: 'clip.mp4' }, 201);
      case 'POST /upload-tokens':
        return json({
          token: 'to1',
          ttl: 900,
          createdAt: '2026-01-01T00:00:00Z',
          expiresAt: '2026-01-01T00:15:00Z',
        });
      case 'DELETE /upload-tokens/to1':
        return new Response(null, { status: 204 });
      case 'GET /videos/vi1':
        return json({
          videoId: 'vi1',
          title: 'A <b>film</b>',
          public: true,
          source: { uri: '/videos/vi1/source' },
          assets: {
            hls: `${base}/assets/vod/vi1/hls/manifest.m3u8`,
            mp4: `${base}/assets/vod/vi1/mp4/source.mp4`,
            thumbnail: `${base}/assets/vod/vi1/thumbnail.jpg`,
          },
        });
      case 'GET /live-streams/li1':
        return json({
          liveStreamId: 'li1',
          streamKey: 'canary-stream-key',
          name: 'Harbour',
          public: true,
          broadcasting: true,
          assets: { hls: `${base}/assets/live/li1.m3u8`, thumbnail: `${base}/assets/live/li1/thumbnail.jpg` },
        });
      case 'GET /videos/vi1/status':
        return json({
          ingest: {
            status: 'uploaded',
            filesize: 3,
            receivedBytes: [],
            receivedParts: { parts: [1], total: 1 },
          },
          encoding: {
            playable: true,
            qualities: [{ type: 'hls', quality: '720p', status: 'encoded' }],
            metadata: { width: 1280, height: 720, duration: 24 },
          },
          internal: 'not for browsers',
        });
      case 'GET /videos/vi1/captions':
        return json({
          data: [{ src: `${base}/assets/vod/vi1/captions/de.vtt`, srclang: 'de', default: true }],
        });
      case 'GET /videos/vi1/chapters':
        return json({ data: [{ src: `${base}/assets/vod/vi1/chapters/en.vtt`, language: 'en' }] });
      case 'GET /assets/vod/vi1/hls/manifest.m3u8':
        return new Response('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p/index.m3u8\n');
      case 'GET /assets/vod/vi1/hls/720p/index.m3u8':
        return new Response('#EXTM3U\n#EXTINF:4,\n1.m4s\n#EXT-X-ENDLIST\n');
      default:
        return json({ type: 'reference/resource-not-found', status: 404 }, 404);
    }
  }
}
