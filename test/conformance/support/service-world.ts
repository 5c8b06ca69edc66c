/** One request to the service. */
export interface WorldRequest {
  method: string;
  /** With its query. */
  path: string;
  body: unknown;
  /** The service's own address. */
  own: string;
  next: () => number;
}

export interface WorldAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}

const ok = (body: unknown, status = 200): WorldAnswer => ({ status, headers: {}, body });
const MASTER =
  '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nlow/index.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2000000\n/MEDIA/high.m3u8\n';
const MEDIA = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nsegment.ts\n#EXT-X-ENDLIST\n';

/**
 * The answers of a service that has each video, live stream and player that is named so: `viReady…` can be played, `vi…` is
 * being encoded, `pr…` is private, `no…` is not there, `di…` is discarded. `bi…` are bound tokens' videos.
 */
export function serviceAnswer({ method, path, body, own, next }: WorldRequest): WorldAnswer {
  const [plain = ''] = path.split('?');
  const words = plain.slice(1).split('/');
  const [room = '', id = '', part] = words;
  if (room === 'auth') return ok({ access_token: 'access', refresh_token: 'refresh', expires_in: 3600 });
  if (room === 'upload' && method === 'OPTIONS')
    return { status: 204, headers: { 'tus-extension': 'creation, concatenation' } };
  if (method === 'DELETE') return { status: 204, headers: {} };
  if (room === 'upload-tokens') {
    const { videoId } = (body ?? {}) as { videoId?: string };
    if (videoId?.startsWith('no')) return ok({ type: 'not-found' }, 404);
    return ok({ token: `to${String(next())}`, expiresAt: '2030-01-01T00:00:00Z' }, 201);
  }
  if (method === 'POST') return ok({ videoId: `viMade${String(next())}` }, 201);
  if (plain.endsWith('.m3u8'))
    return ok(
      plain.includes('manifest') ? MASTER.replace('/MEDIA', `${new URL(own).pathname}/media`) : MEDIA,
    );
  if (plain.endsWith('/session')) return ok({ session_token: 'session-of-one' });
  if (id.startsWith('no')) return ok({ type: 'not-found' }, 404);
  const isReady = /Ready/.test(id);
  if (part === 'status') return ok(status(isReady));
  if (part === 'captions') return ok({ data: isReady ? captions(own, id) : [], pagination: {} });
  if (part === 'chapters')
    return ok({
      data: isReady ? [{ src: `${own}/chapters/${id}/de.vtt`, language: 'de' }] : [],
      pagination: {},
    });
  if (room === 'videos') return ok(video(own, id, isReady));
  if (room === 'live-streams') return ok(liveStream(own, id));
  if (room === 'players') return ok(player(own, id));
  return ok({ type: 'not-found' }, 404);
}

function status(isReady: boolean): object {
  if (!isReady) return { ingest: null, encoding: { playable: false, qualities: [], metadata: {} } };
  return {
    ingest: {
      status: 'uploaded',
      filesize: 5,
      receivedParts: { parts: [1], total: 1 },
      receivedBytes: [{ from: 0, to: 4, total: 5 }],
    },
    encoding: {
      playable: true,
      qualities: [
        { type: 'hls', quality: '360p', status: 'encoded' },
        { type: 'mp4', quality: '360p', status: 'encoded' },
      ],
      metadata: { width: 640, height: 360, duration: 12.5, bitrate: 'no number' },
    },
  };
}

function captions(own: string, id: string): object[] {
  return [
    {
      src: `${own}/captions/${id}/en.vtt`,
      srclang: 'en',
      languageName: 'English',
      default: true,
      uri: '/own',
    },
    { src: `${own}/captions/${id}/de.vtt`, srclang: 'de' },
    { src: 'javascript:alert(1)', srclang: 'fr' },
  ];
}

const isPrivate = (id: string) => id.startsWith('pr');

function video(own: string, id: string, isReady: boolean): object {
  const base = isPrivate(id) ? `${own}/vod/${id}/token/one-time` : `${own}/vod/${id}`;
  return {
    ...{ videoId: id, title: `Film ${id}`, description: 'not for pages', public: !isPrivate(id) },
    ...{
      publishedAt: '2026-01-02T03:04:05Z',
      createdAt: '2026-01-01T00:00:00Z',
      discarded: id.startsWith('di'),
    },
    ...(isReady && { playerId: 'plBlue' }),
    assets: {
      hls: `${base}/hls/manifest.m3u8`,
      mp4: `${base}/mp4/source.mp4`,
      thumbnail: `${base}/thumbnail.jpg`,
      iframe: '<iframe>',
    },
  };
}

function liveStream(own: string, id: string): object {
  return {
    ...{
      liveStreamId: id,
      name: `Stream ${id}`,
      public: !isPrivate(id),
      broadcasting: true,
      streamKey: 'secret',
    },
    assets: {
      hls: `${own}/live/${id}.m3u8`,
      thumbnail: `${own}/live/${id}.jpg`,
      player: `${own}/embed/${id}`,
    },
  };
}

function player(own: string, id: string): object {
  return {
    ...{
      playerId: id,
      enableApi: !id.includes('Shy'),
      text: '#ffffff',
      link: 'url(evil)',
      hideTitle: true,
      forceLoop: 'no',
    },
    assets: { logo: `${own}/logo.png`, link: 'https://owner.test/' },
  };
}
