import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { HappeningsBoard } from './happenings.ts';
import { Credentials } from './http/credentials.ts';
import { Router } from './http/router.ts';
import type { House, Room } from './house.ts';
import { Ingest } from './ingest/ingest.ts';
import { systemClock, type Clock } from './clock.ts';
import { Live } from './live/live.ts';
import { Snapshots } from './live/snapshots.ts';
import { listenRtmp, type RtmpListening } from './live/rtmp/rtmp-server.ts';
import { Recorder } from './live/recorder.ts';
import { listen, type ListenOptions, type Listening } from './listen.ts';
import { Ffmpeg } from './packaging/ffmpeg.ts';
import { Packager } from './packaging/packager.ts';
import { analyticsRoom } from './resources/analytics.ts';
import { assetsRoom } from './resources/assets.ts';
import { authRoom } from './resources/auth.ts';
import { captionsRoom } from './resources/captions.ts';
import { chaptersRoom } from './resources/chapters.ts';
import { referenceRoom } from './resources/reference.ts';
import { thumbnailsRoom } from './resources/thumbnails.ts';
import { tusRoom } from './resources/tus.ts';
import { collectorRoom } from './resources/collector.ts';
import { playsRoom } from './resources/plays.ts';
import { liveAssetsRoom } from './resources/live-assets.ts';
import { liveStreamsRoom } from './resources/live-streams.ts';
import { liveThumbnailsRoom, sweepThumbnails } from './resources/live-thumbnails.ts';
import { uploadTokensRoom } from './resources/upload-tokens.ts';
import { uploadRoom } from './resources/upload.ts';
import { videoSourceRoom } from './resources/video-source.ts';
import { videoStatusRoom } from './resources/video-status.ts';
import { videosRoom } from './resources/videos.ts';
import { AccessTokens } from './store/access-tokens.ts';
import { DataFolder } from './store/data-folder.ts';
import { Database } from './store/database.ts';
import { Encodings } from './store/encodings.ts';
import { lockFolder } from './store/lock-folder.ts';
import { newId } from './store/id.ts';
import { Sessions } from './store/sessions.ts';
import { LiveRecordings } from './store/live-recordings.ts';
import { LiveStreams } from './store/live-streams.ts';
import { Sources } from './store/sources.ts';
import { TextTracks } from './store/text-tracks.ts';
import { TusUploads } from './store/tus-uploads.ts';
import { UploadTokens } from './store/upload-tokens.ts';
import { Videos } from './store/videos.ts';

/** What a sandbox needs to begin. */
export interface SandboxOptions {
  /** Where everything is kept; made when it is not there. */
  dataDir: string;
  /** The project's key. Without one, the folder's own is used, made at the first start. */
  apiKey?: string;
  /** The ffmpeg to use: a command, or false for doing without; the one on the PATH when not said. */
  ffmpeg?: string | false;
  live?: LiveOptions;
  log?: (line: string) => void;
}

/** How live streams are run. */
export interface LiveOptions {
  /** How far back players may go, in seconds; ten minutes when not said, an hour at most. */
  windowSeconds?: number;
  /** Makes a live stream called Synthetic, if there is none, and starts the built-in source on it. */
  synthetic?: boolean;
  /** The time, for tests that drive it. */
  clock?: Clock;
}

/** The whole service, in one process and one folder. */
export interface Sandbox {
  readonly apiKey: string;
  /** What happens in it, for whoever wants to be told. */
  readonly happenings: HappeningsBoard;
  /** Serves one request, to be mounted on any node server. */
  handle(this: void, request: IncomingMessage, response: ServerResponse): void;
  /** Waits for encoders on an address of their own; `usual` is port 1935, or any other when that is taken. */
  listenRtmp(options: { port: number | 'usual'; host?: string }): Promise<RtmpListening>;
  /** Serves on an address of its own. */
  listen(options: ListenOptions): Promise<Listening>;
  /** Stops packaging and closes the database; a later sandbox on the same folder goes on from there. */
  close(): Promise<void>;
}

const ROOMS: readonly Room[] = [
  authRoom,
  videosRoom,
  videoStatusRoom,
  videoSourceRoom,
  uploadTokensRoom,
  uploadRoom,
  tusRoom,
  thumbnailsRoom,
  captionsRoom,
  chaptersRoom,
  assetsRoom,
  collectorRoom,
  playsRoom,
  analyticsRoom,
  referenceRoom,
  liveStreamsRoom,
  liveThumbnailsRoom,
  liveAssetsRoom,
];

/** Opens a data folder and takes up what an earlier sandbox left unfinished there. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const folder = new DataFolder(options.dataDir);
  const unlock = lockFolder(folder.root);
  try {
    return await open(folder, unlock, options);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function open(folder: DataFolder, unlock: () => void, options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => undefined);
  const ffmpeg = await Ffmpeg.find(options.ffmpeg);
  const database = new Database(folder.database);
  const apiKey = options.apiKey ?? rememberedKey(database);
  const house = furnish(database, folder, apiKey, ffmpeg, log, options.live);
  house.tusUploads.forgetExpired();
  await folder.sweep({
    extents: new Set([...house.sources.files(), ...house.liveRecordings.files()]),
    videos: new Set(house.videos.ids()),
  });
  for (const videoId of house.encodings.unfinished()) house.packager.add(videoId);
  await sweepThumbnails(house);
  await house.live.begin();
  if (options.live?.synthetic) startSynthetic(house);
  const listening = new Set<Pick<Listening, 'close'>>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    void house.router.handle(request, response);
  };
  return {
    apiKey,
    happenings: house.happenings,
    handle,
    listen: async (where) => {
      const place = await listen(handle, where);
      listening.add(place);
      return place;
    },
    listenRtmp: async ({ port, host = '127.0.0.1' }) => {
      const open = (streamKey: string) => {
        const liveStream = house.liveStreams.findByKey(streamKey);
        return liveStream && house.live.open(liveStream.liveStreamId);
      };
      const place = await listenRtmp({ port, host }, { open, log });
      listening.add(place);
      return place;
    },
    close: async () => {
      await Promise.all([...listening].map((place) => place.close()));
      await house.live.close();
      await house.packager.stop();
      database.close();
      unlock();
    },
  };
}

function furnish(
  database: Database,
  folder: DataFolder,
  apiKey: string,
  ffmpeg: Ffmpeg | undefined,
  log: (line: string) => void,
  { windowSeconds = 600, clock = systemClock }: LiveOptions = {},
): House {
  const accessTokens = new AccessTokens(database);
  const credentials = new Credentials(apiKey, accessTokens);
  const router = new Router({
    authenticate: (request) => {
      credentials.check(request);
    },
    log,
  });
  const videos = new Videos(database);
  const sources = new Sources(database);
  const encodings = new Encodings(database);
  const packager = new Packager({ folder, videos, sources, encodings, ffmpeg, log });
  const onComplete = (videoId: string) => {
    packager.add(videoId);
  };
  const ingest = new Ingest({ database, folder, videos, sources, encodings, onComplete });
  const happenings = new HappeningsBoard(log);
  const liveStreams = new LiveStreams(database);
  const liveRecordings = new LiveRecordings(database);
  const recorder = new Recorder({
    database,
    folder,
    videos,
    recordings: liveRecordings,
    ingest,
    packager,
    happenings,
    log,
  });
  const liveFolder = path.join(folder.root, 'live');
  const live = new Live({
    clock,
    folder: liveFolder,
    snapshots: new Snapshots(path.join(liveFolder, 'snapshots'), ffmpeg, log),
    liveStreams,
    recorder,
    happenings,
    windowSeconds: Math.min(3600, Math.max(SHORTEST_WINDOW, windowSeconds)),
    log,
  });
  const house: House = {
    router,
    credentials,
    database,
    folder,
    accessTokens,
    videos,
    sources,
    encodings,
    packager,
    tusUploads: new TusUploads(database),
    uploadTokens: new UploadTokens(database),
    sessions: new Sessions(database),
    textTracks: new TextTracks(database),
    ingest,
    happenings,
    liveStreams,
    liveRecordings,
    live,
    log,
  };
  for (const room of ROOMS) room(house);
  return house;
}

/** Players need some segments, in seconds. */
const SHORTEST_WINDOW = 20;
const SYNTHETIC = 'Synthetic';

function startSynthetic({ liveStreams, live }: House): void {
  const sort = { column: 'created_at', order: 'asc' } as const;
  const { liveStreams: found } = liveStreams.list({ name: SYNTHETIC }, sort, { pageSize: 100, offset: 0 });
  const { liveStreamId } =
    found.find(({ name }) => name === SYNTHETIC) ?? liveStreams.create({ name: SYNTHETIC });
  live.startSynthetic(liveStreamId);
}

function rememberedKey(database: Database): string {
  const known = database.get(`SELECT value FROM settings WHERE name = 'apiKey'`);
  if (known) return String(known['value']);
  const apiKey = newId('');
  database.run(`INSERT INTO settings (name, value) VALUES ('apiKey', ?)`, apiKey);
  return apiKey;
}
