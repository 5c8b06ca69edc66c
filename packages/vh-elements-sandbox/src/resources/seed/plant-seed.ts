import { createHash, randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { discardFile } from '../../http/body/receive-file.ts';
import { Problem } from '../../http/problem.ts';
import { MAX_WEBHOOKS } from '../account/webhooks.ts';
import type { Services } from '../../services/services.ts';
import { writeFully } from '../../store/files/write-fully.ts';
import type { SessionKind } from '../../store/analytics/sessions.ts';
import { madeFilm } from './made-film.ts';
import type { Seed, SeedFilm, SeedLiveStream, SeedSession, SeedVideo } from './read-seed.ts';

/** The ids of what a seed has made, each list in the order of the seed. */
export interface Seeded {
  players: { playerId: string }[];
  videos: { videoId: string; tokens: string[]; sessions: string[] }[];
  liveStreams: { liveStreamId: string; streamKey: string; sessions: string[] }[];
  tokens: string[];
  webhooks: { webhookId: string; signatureSecret: string }[];
}

interface StoredFilm {
  file: string;
  size: number;
  sha256: string;
}

/** Makes all that a seed describes, or nothing: first the films are stored, then one transaction tells of everything. */
export async function plantSeed(services: Services, seed: Seed): Promise<Seeded> {
  const { database, folder, packager } = services;
  if (services.webhooks.count() + seed.webhooks.length > MAX_WEBHOOKS)
    throw new Problem('webhook-limit-reached');
  const films = new Map<SeedVideo, StoredFilm>();
  try {
    for (const video of seed.videos) if (video.film) films.set(video, await storeFilm(services, video.film));
    await folder.syncExtents();
    const seeded = database.transaction(() => plant(services, seed, films));
    seed.videos.forEach((video, index) => {
      const videoId = seeded.videos[index]?.videoId;
      if (films.has(video) && videoId !== undefined) packager.add(videoId);
    });
    return seeded;
  } catch (error) {
    for (const { file } of films.values()) await discardFile(folder.extents, file);
    throw error;
  }
}

function plant(services: Services, seed: Seed, films: ReadonlyMap<SeedVideo, StoredFilm>): Seeded {
  const { players, uploadTokens, webhooks } = services;
  const playerIds = new Map<string | null, string>();
  const tokenOf = ({ ttl }: { ttl: number }, videoId: string | null = null) =>
    uploadTokens.create(ttl, videoId).token;
  return {
    players: seed.players.map(({ name, changes }) => {
      const { playerId } = players.create(name, changes);
      playerIds.set(name, playerId);
      return { playerId };
    }),
    videos: seed.videos.map((video) => {
      const playerId = video.player === undefined ? undefined : playerIds.get(video.player);
      const videoId = plantVideo(services, video, playerId, films.get(video));
      return {
        videoId,
        tokens: video.tokens.map((token) => tokenOf(token, videoId)),
        sessions: video.sessions.map((session) => plantSession(services, 'vod', videoId, session)),
      };
    }),
    liveStreams: seed.liveStreams.map((one) => plantLiveStream(services, one, playerIds)),
    tokens: seed.tokens.map((token) => tokenOf(token)),
    webhooks: seed.webhooks.map((one) => {
      const { webhookId, signatureSecret } = webhooks.create(one);
      return { webhookId, signatureSecret };
    }),
  };
}

function plantVideo(
  { videos, textTracks, ingest }: Services,
  { title, changes, captions }: SeedVideo,
  playerId: string | undefined,
  film: StoredFilm | undefined,
): string {
  const { videoId } = videos.create({ ...changes, ...(playerId === undefined ? {} : { playerId }), title });
  for (const { language, text, isDefault } of captions) {
    textTracks.put(videoId, 'captions', language, Buffer.from(text));
    if (isDefault) textTracks.setDefault(videoId, 'captions', language, true);
  }
  if (film) ingest.complete(videoId, 'whole', [{ ...film, position: 0 }]);
  return videoId;
}

function plantLiveStream(
  services: Services,
  { name, changes, player, sessions }: SeedLiveStream,
  playerIds: ReadonlyMap<string | null, string>,
): Seeded['liveStreams'][number] {
  const playerId = player === undefined ? undefined : playerIds.get(player);
  const made = services.liveStreams.create({
    ...changes,
    ...(playerId === undefined ? {} : { playerId }),
    name,
  });
  const { liveStreamId, streamKey } = made;
  const its = sessions.map((session) => plantSession(services, 'live', liveStreamId, session));
  return { liveStreamId, streamKey, sessions: its };
}

function plantSession(
  { sessions, sessionEnds, clock }: Services,
  kind: SessionKind,
  mediaId: string,
  { ago, referrer, userAgent, events }: SeedSession,
): string {
  const loadedAt = clock.now() - ago;
  const its = events.map(({ after, ...event }) => ({ ...event, id: undefined, emittedAt: loadedAt + after }));
  const emittedAt = its.reduce((latest, event) => Math.max(latest, event.emittedAt), loadedAt);
  const begun = { mediaId, loadedAt, emittedAt, referrer, metadata: [] };
  const sessionId = sessions.create(kind, begun, userAgent);
  sessions.add(sessionId, { events: its, emittedAt });
  sessionEnds.heard(sessionId);
  return sessionId;
}

async function storeFilm({ folder, ingest }: Services, film: SeedFilm): Promise<StoredFilm> {
  const bytes = 'file' in film ? await readFile(film.file) : await madeFilm(film.seconds);
  ingest.checkSize(bytes.length, 'film');
  const file = randomUUID();
  const handle = await open(folder.extent(file), 'wx');
  try {
    await writeFully(handle, bytes, 0);
    await handle.sync();
  } catch (error) {
    await discardFile(folder.extents, file);
    throw error;
  } finally {
    await handle.close();
  }
  return { file, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
