import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock, type Clock } from './clock.ts';
import { FaultRules } from './faults/fault-rules.ts';
import { FrontDoor } from './faults/front-door.ts';
import { RequestLog } from './faults/request-log.ts';
import { HappeningsBoard } from './happenings.ts';
import { Controls } from './http/controls.ts';
import { Credentials } from './http/credentials.ts';
import { RateLimits, type RateLimitMode } from './http/rate-limit.ts';
import { Router } from './http/router.ts';
import type { House, Room } from './house.ts';
import { Ingest } from './ingest/ingest.ts';
import { listen, type ListenOptions, type Listening } from './listen.ts';
import { Ffmpeg } from './packaging/ffmpeg.ts';
import { Packager } from './packaging/packager.ts';
import { assetsRoom } from './resources/assets.ts';
import { authRoom } from './resources/auth.ts';
import { captionsRoom } from './resources/captions.ts';
import { chaptersRoom } from './resources/chapters.ts';
import { embedRoom } from './resources/embed.ts';
import { faultsRoom } from './resources/faults.ts';
import { logRoom } from './resources/log.ts';
import { deliveriesRoom } from './resources/deliveries.ts';
import { playersRoom } from './resources/players.ts';
import { uploadTokensRoom } from './resources/upload-tokens.ts';
import { uploadRoom } from './resources/upload.ts';
import { videoSourceRoom } from './resources/video-source.ts';
import { videoStatusRoom } from './resources/video-status.ts';
import { videosRoom } from './resources/videos.ts';
import { sandboxPageRoom } from './resources/sandbox-page.ts';
import { watermarksRoom } from './resources/watermarks.ts';
import { webhooksRoom } from './resources/webhooks.ts';
import { AccessTokens } from './store/access-tokens.ts';
import { DataFolder } from './store/data-folder.ts';
import { Database } from './store/database.ts';
import { Deliveries } from './store/deliveries.ts';
import { Encodings } from './store/encodings.ts';
import { newId } from './store/id.ts';
import { Players } from './store/players.ts';
import { Sources } from './store/sources.ts';
import { TextTracks } from './store/text-tracks.ts';
import { UploadTokens } from './store/upload-tokens.ts';
import { Videos } from './store/videos.ts';
import { Watermarks } from './store/watermarks.ts';
import { Webhooks } from './store/webhooks.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { webhookSender } from './webhooks/send.ts';

/** What a sandbox needs to begin. */
export interface SandboxOptions {
  /** Where everything is kept; made when it is not there. */
  dataDir: string;
  /** The project's key. Without one, the folder's own is used, made at the first start. */
  apiKey?: string;
  /** The ffmpeg to use: a command, or false for doing without; the one on the PATH when not said. */
  ffmpeg?: string | false;
  /** Hosts beyond this machine that the sandbox may talk to; none when not said. */
  allowedHosts?: readonly string[];
  /** Lets other machines see and use `/_sandbox`, which needs no key. */
  exposeControls?: boolean;
  /** Whose limits of requests a minute hold; nobody's when not said. */
  rateLimit?: RateLimitMode;
  /** The clock that retries wait and limits count by. */
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
  captionsRoom,
  chaptersRoom,
  assetsRoom,
  playersRoom,
  watermarksRoom,
  webhooksRoom,
  deliveriesRoom,
  embedRoom,
  faultsRoom,
  logRoom,
  sandboxPageRoom,
];

/** Opens a data folder and takes up what an earlier sandbox left unfinished there. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => undefined);
  const folder = new DataFolder(options.dataDir);
  const database = new Database(folder.database);
  const apiKey = options.apiKey ?? rememberedKey(database);
  const house = furnish(database, folder, apiKey, await Ffmpeg.find(options.ffmpeg), { ...options, log });
  await folder.sweep({
    extents: house.sources.files(),
    videos: new Set(house.videos.ids()),
    pictures: new Set([...house.players.files(), ...house.watermarks.files()]),
  });
  for (const videoId of house.encodings.unfinished()) house.packager.add(videoId);
  house.deliverer.start();
  const listening = new Set<Listening>();
  const door = new FrontDoor({
    ...house,
    serve: (request, response) => void house.router.handle(request, response),
  });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    door.enter(request, response);
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
      await house.packager.stop();
      await house.deliverer.stop();
      database.close();
    },
  };
}

function furnish(
  database: Database,
  folder: DataFolder,
  apiKey: string,
  ffmpeg: Ffmpeg | undefined,
  options: SandboxOptions & { log: (line: string) => void },
): House {
  const { log, clock = systemClock } = options;
  const accessTokens = new AccessTokens(database);
  const credentials = new Credentials(apiKey, accessTokens);
  const router = new Router({
    authenticate: (request) => {
      credentials.check(request);
    },
    rateLimits: new RateLimits(options.rateLimit ?? 'off', clock),
    log,
  });
  const videos = new Videos(database);
  const sources = new Sources(database);
  const encodings = new Encodings(database);
  const happenings = new HappeningsBoard(log);
  const packager = new Packager({ database, happenings, folder, videos, sources, encodings, ffmpeg, log });
  const onComplete = (videoId: string) => {
    packager.add(videoId);
  };
  const webhooks = new Webhooks(database);
  const deliveries = new Deliveries(database);
  const send = webhookSender(new Set(options.allowedHosts));
  const house: House = {
    router,
    controls: new Controls(router, options.exposeControls ?? false),
    credentials,
    database,
    folder,
    accessTokens,
    videos,
    sources,
    encodings,
    packager,
    uploadTokens: new UploadTokens(database),
    textTracks: new TextTracks(database),
    players: new Players(database),
    watermarks: new Watermarks(database),
    webhooks,
    deliveries,
    deliverer: new Deliverer({ webhooks, deliveries, happenings, clock, send }),
    happenings,
    faultRules: new FaultRules(),
    requestLog: new RequestLog(),
    clock,
    ingest: new Ingest({ database, folder, videos, sources, encodings, onComplete }),
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
