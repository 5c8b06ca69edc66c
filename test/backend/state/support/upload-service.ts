/** A service with videos, tokens that are bound to none, and uploads. It counts the requests. */
export class UploadService {
  readonly baseUrl = 'https://service.test';
  readonly apiKey = 'a-real-key';
  /** Each video, and whether its upload is stored. */
  readonly videos = new Map<string, { parts: number; isStored: boolean }>();
  readonly tokens = new Set<string>();
  /** How often each token was deleted. */
  readonly deletions = new Map<string, number>();
  #made = 0;

  /** Takes a part; false where the token is none. */
  put(token: string, videoId: string): boolean {
    const video = this.videos.get(videoId);
    if (!video || !this.tokens.has(token)) return false;
    video.parts++;
    return true;
  }

  answer(method: string, path: string): Response {
    const [, room, id = '', part] = path.split('/');
    if (room === 'auth')
      return Response.json({ access_token: 'ac', refresh_token: 're', expires_in: 86_400 });
    if (room === 'upload-tokens') return method === 'POST' ? this.#issue() : this.#delete(id);
    if (method === 'POST') {
      const videoId = `vi${String(++this.#made)}`;
      this.videos.set(videoId, { parts: 0, isStored: false });
      return Response.json({ videoId }, { status: 201 });
    }
    const video = this.videos.get(id);
    if (!video) return Response.json({}, { status: 404 });
    if (method === 'DELETE') {
      this.videos.delete(id);
      return new Response(null, { status: 204 });
    }
    if (part !== 'status') return Response.json({ videoId: id, title: id, public: true, assets: {} });
    const ingest = { status: video.isStored ? 'uploaded' : video.parts > 0 ? 'uploading' : 'missing' };
    return Response.json({
      ingest: { ...ingest, receivedBytes: video.parts > 0 ? [{ from: 0, to: 1, total: 2 }] : [] },
      encoding: { playable: video.isStored, qualities: [] },
    });
  }

  #issue(): Response {
    const token = `to${String(++this.#made)}`;
    this.tokens.add(token);
    return Response.json({ token, expiresAt: '2026-01-03T00:00:00Z' }, { status: 201 });
  }

  #delete(token: string): Response {
    this.deletions.set(token, (this.deletions.get(token) ?? 0) + 1);
    return new Response(null, { status: this.tokens.delete(token) ? 204 : 404 });
  }
}
