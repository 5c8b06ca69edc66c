import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock, type Clock } from './clock.ts';
import { Credentials } from './http/credentials.ts';
import { Router } from './http/router.ts';
import type { House, Room } from './house.ts';
import { Housekeeping } from './housekeeping.ts';
import { Downloads } from './ingest/downloads.ts';
import { Ingest } from './ingest/ingest.ts';
import { SourceHosts } from './ingest/source-hosts.ts';
import { SERVICE_LIMITS, type Limits } from './limits.ts';
import { listen, type ListenOptions, type Listening } from './listen.ts';
import { Ffmpeg } from './packaging/ffmpeg.ts';
import { Packager } from './packaging/packager.ts';
import { analyticsRoom } from './resources/analytics.ts';
import { assetsRoom } from './resources/assets.ts';
import { authRoom } from './resources/auth.ts';
import { captionsRoom } from './resources/captions.ts';
import { chaptersRoom } from './resources/chapters.ts';
import { referenceRoom } from './resources/reference.ts';
import { privateSessionsRoom } from './resources/private-sessions.ts';
import { thumbnailsRoom } from './resources/thumbnails.ts';
import { tusRoom } from './resources/tus.ts';
import { collectorRoom } from './resources/collector.ts';
import { playsRoom } from './resources/plays.ts';
import { uploadTokensRoom } from './resources/upload-tokens.ts';
import { uploadRoom } from './resources/upload.ts';
import { watchCollectorRoom } from './resources/watch-collector.ts';
import { videoSourceRoom } from './resources/video-source.ts';
import { videoStatusRoom } from './resources/video-status.ts';
import { videosRoom } from './resources/videos.ts';
import { AccessTokens } from './store/access-tokens.ts';
import { DataFolder } from './store/data-folder.ts';
import { Database } from './store/database.ts';
import { Edits } from './store/edits.ts';
import { Encodings } from './store/encodings.ts';
import { lockFolder } from './store/lock-folder.ts';
import { newId } from './store/id.ts';
import { PendingDownloads } from './store/pending-downloads.ts';
import { PrivateAccess } from './store/private-access.ts';
import { Sessions } from './store/sessions.ts';
import { Sources } from './store/sources.ts';
import { TextTracks } from './store/text-tracks.ts';
import { TusUploads } from './store/tus-uploads.ts';
import { UploadTokens } from './store/upload-tokens.ts';
import { Videos } from './store/videos.ts';
import { Watching } from './store/watching.ts';

/** What a sandbox needs to begin. */
export interface SandboxOptions {
  /** Where everything is kept; made when it is not there. */
  dataDir: string;
  /** The project's key. Without one, the folder's own is used, made at the first start. */
  apiKey?: string;
  /** The ffmpeg to use: a command, or false for doing without; the one on the PATH when not said. */
  ffmpeg?: string | false;
  /** Hosts, beyond this machine, that sources may be fetched from; none when not said. */
  sourceHosts?: readonly string[];
  /** What it puts up with, where that is not what the service does. */
  limits?: Partial<Limits>;
  /** Where the picture of a watermark is. */
  watermarkFile?: House['watermarkFile'];
  /** Whether there is a live stream of that id. */
  isLiveStream?: House['isLiveStream'];
  /** The clock that waits and expiries go by. */
  clock?: Clock;
  log?: (line: string) => void;
}

/** The whole service, in one process and one folder. */
export interface Sandbox {
  readonly apiKey: string;
  /** Serves one request, to be mounted on any node server. */
  handle(this: void, request: IncomingMessage, response: ServerResponse): void;
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
  privateSessionsRoom,
  collectorRoom,
  watchCollectorRoom,
  playsRoom,
  analyticsRoom,
  referenceRoom,
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
  const { log = () => undefined, clock = systemClock } = options;
  const ffmpeg = await Ffmpeg.find(options.ffmpeg);
  const database = new Database(folder.database);
  const apiKey = options.apiKey ?? rememberedKey(database);
  const house = furnish(database, folder, apiKey, ffmpeg, { ...options, clock, log });
  const housekeeping = new Housekeeping(house);
  await housekeeping.start();
  await folder.sweep({ extents: house.sources.files(), videos: new Set(house.videos.ids()) });
  for (const videoId of house.encodings.unfinished()) house.packager.add(videoId);
  for (const videoId of house.pendingDownloads.all()) house.downloads.add(videoId);
  const listening = new Set<Listening>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    void house.router.handle(request, response);
  };
  return {
    apiKey,
    handle,
    listen: async (where) => {
      const place = await listen(handle, where);
      listening.add(place);
      return place;
    },
    close: async () => {
      await Promise.all([...listening].map((place) => place.close()));
      await housekeeping.stop();
      await house.downloads.stop();
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
  options: SandboxOptions & Pick<House, 'clock' | 'log'>,
): House {
  const { clock, log } = options;
  const limits = { ...SERVICE_LIMITS, ...options.limits };
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
  const edits = new Edits(database);
  const packager = new Packager({ folder, videos, sources, encodings, edits, ffmpeg, log });
  const onComplete = (videoId: string) => {
    packager.add(videoId);
  };
  const ingest = new Ingest({ database, folder, videos, sources, encodings, limits, onComplete });
  const sessions = new Sessions(database);
  const pending = new PendingDownloads(database);
  const hosts = new SourceHosts(options.sourceHosts ?? []);
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
    sessions,
    watching: new Watching(database, sessions),
    isLiveStream: options.isLiveStream ?? (() => false),
    privateAccess: new PrivateAccess(database, clock),
    clock,
    textTracks: new TextTracks(database),
    ingest,
    edits,
    pendingDownloads: pending,
    downloads: new Downloads({ database, folder, pending, ingest, packager, hosts, limits, log }),
    sourceHosts: hosts,
    watermarkFile: options.watermarkFile ?? (() => undefined),
    log,
  };
  for (const room of ROOMS) room(house);
  return house;
}

function rememberedKey(database: Database): string {
  const known = database.get(`SELECT value FROM settings WHERE name = 'apiKey'`);
  if (known) return String(known['value']);
  const apiKey = newId('');
  database.run(`INSERT INTO settings (name, value) VALUES ('apiKey', ?)`, apiKey);
  return apiKey;
}
