import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { createSandbox, type Sandbox } from '../../../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { isSettled, type VideoStatusBody } from '../../../../support/sandbox/sandbox.ts';
import { isPlayableHls, readPlaylist } from './read-playlist.ts';
import type { Rendered } from './compare-films.ts';
import { readHeader, readSegment, type FragmentTrack } from './read-fragments.ts';
import { toTrack } from './read-film.ts';

const KEY = 'the-key-of-films';
const PART = 5 * 1024 * 1024;
const LOOK_EVERY_MS = 200;
const PACKAGING_LIMIT_MS = 3_600_000;

/** A sandbox that films are uploaded to, with ffmpeg or without. */
export class FilmHouse {
  readonly #dir: string;
  readonly #sandbox: Sandbox;
  readonly #url: string;

  private constructor(dir: string, sandbox: Sandbox, url: string) {
    this.#dir = dir;
    this.#sandbox = sandbox;
    this.#url = url;
  }

  static async start(ffmpeg: string | false): Promise<FilmHouse> {
    const dir = await mkdtemp(path.join(tmpdir(), 'films-sandbox-'));
    const sandbox = await createSandbox({ dataDir: dir, apiKey: KEY, ffmpeg, log: () => undefined });
    return new FilmHouse(dir, sandbox, (await sandbox.listen({})).url);
  }

  async end(): Promise<void> {
    await this.#sandbox.close();
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** Uploads a film, whole or in parts, and waits until nothing more comes of it. */
  async upload(file: string, inParts: boolean): Promise<{ videoId: string; status: VideoStatusBody }> {
    const { videoId } = (await this.#ask(
      'POST',
      '/videos',
      JSON.stringify({ title: path.basename(file) }),
    )) as {
      videoId: string;
    };
    const blob = await openAsBlob(file);
    const size = inParts ? PART : blob.size;
    for (let at = 0; at < blob.size; at += size) {
      const to = Math.min(at + size, blob.size);
      const form = new FormData();
      form.append('file', blob.slice(at, to), path.basename(file));
      const range = `bytes ${String(at)}-${String(to - 1)}/${String(blob.size)}`;
      await this.#ask('POST', `/videos/${videoId}/source`, form, inParts ? { 'content-range': range } : {});
    }
    for (const end = performance.now() + PACKAGING_LIMIT_MS; performance.now() < end;) {
      const status = (await this.#ask('GET', `/videos/${videoId}/status`)) as VideoStatusBody;
      if (isSettled(status)) return { videoId, status };
      await rest(LOOK_EVERY_MS);
    }
    throw new Error(`${path.basename(file)} was still being packaged after an hour.`);
  }

  async delete(videoId: string): Promise<void> {
    await this.#ask('DELETE', `/videos/${videoId}`);
  }

  /** Loads the largest rendition as players do, into one file, and reads it. */
  async rendition(videoId: string, into: string): Promise<Rendered> {
    const base = `${this.#url}/assets/vod/${videoId}/hls`;
    const master = await this.#text(`${base}/manifest.m3u8`);
    const variant = master.split('\n').findLast((line) => isPlayableHls(line));
    if (variant === undefined) throw new Error('the master playlist names no rendition');
    const { init, segments } = readPlaylist(await this.#text(`${base}/${variant}`));
    const folder = `${base}/${path.dirname(variant)}`;
    const load = async (name: string) =>
      Buffer.from(await (await this.#get(`${folder}/${name}`)).arrayBuffer());
    const header = await load(init);
    const pieces: Buffer[] = [];
    for (const { name } of segments) pieces.push(await load(name));
    await writeFile(into, Buffer.concat([header, ...pieces]));
    const tracks = readHeader(header);
    const read = (kind: FragmentTrack['kind']) => {
      const track = tracks.find((one) => one.kind === kind);
      return track && { codec: track.codec, runs: pieces.map((piece) => readSegment(piece, track)) };
    };
    const [picture, sound] = [read('picture'), read('sound')];
    return {
      picture: picture && toTrack(picture.codec, picture.runs.flat()),
      sound: sound && toTrack(sound.codec, sound.runs.flat()),
      playlistSeconds: segments.reduce((sum, { seconds }) => sum + seconds, 0),
      blindSegments: (picture?.runs ?? []).filter(([first]) => first?.isKey === false).length,
    };
  }

  async #text(address: string): Promise<string> {
    return (await this.#get(address)).text();
  }

  async #get(address: string): Promise<Response> {
    const response = await fetch(address);
    if (response.status !== 200) throw new Error(`${address} is answered with ${String(response.status)}`);
    return response;
  }

  async #ask(
    method: string,
    where: string,
    body: FormData | string | null = null,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const response = await fetch(this.#url + where, {
      method,
      body,
      headers: {
        authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${where} is answered with ${String(response.status)}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
