import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from './clock.ts';
import { FrontDoor } from './faults/front-door.ts';
import { furnish, type Ground } from './furnish.ts';
import type { HappeningsBoard } from './happenings.ts';
import type { House } from './house.ts';
import { Housekeeping } from './housekeeping.ts';
import type { RateLimitMode } from './http/rate-limit.ts';
import type { Limits } from './limits.ts';
import { listen, type ListenOptions, type Listening } from './listen.ts';
import { listenRtmp, type RtmpListening } from './live/rtmp/rtmp-server.ts';
import { Lane } from './packaging/lane.ts';
import { Ffmpeg } from './packaging/ffmpeg.ts';
import { sweepThumbnails } from './resources/live-thumbnail-file.ts';
import { DataFolder } from './store/data-folder.ts';
import { Database } from './store/database.ts';
import { newId } from './store/id.ts';
import { lockFolder } from './store/lock-folder.ts';
import { keepNewFilesPrivate, makePrivate } from './store/private-files.ts';

/** What a sandbox needs to begin. */
export interface SandboxOptions {
  /** Where everything is kept; made when it is not there. */
  dataDir: string;
  /** The project's key. Without one, the folder's own is used, made at the first start. */
  apiKey?: string;
  /** The ffmpeg to use: a command, or false for doing without; the one on the PATH when not said. */
  ffmpeg?: string | false;
  /** False for whoever looks at stored bytes only: nothing that is uploaded is made playable. */
  packaging?: boolean;
  live?: LiveOptions;
  /** Hosts beyond this machine that the sandbox may talk to; none when not said. */
  allowedHosts?: readonly string[];
  /** Hosts beyond this machine that videos may be fetched from; none when not said. */
  sourceHosts?: readonly string[];
  /** What it puts up with, where that is not what the service does. */
  limits?: Partial<Limits>;
  /** Lets other machines see and use `/_sandbox`, which needs no key. */
  exposeControls?: boolean;
  /** Whose limits of requests a minute hold; nobody's when not said. */
  rateLimit?: RateLimitMode;
  /** The clock that retries wait and limits count by. */
  clock?: Clock;
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

/** Opens a data folder and takes up what an earlier sandbox left unfinished there. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => undefined);
  keepNewFilesPrivate();
  const folder = new DataFolder(options.dataDir);
  makePrivate(folder.root, log);
  const unlock = lockFolder(folder.root);
  try {
    const ffmpeg = await Ffmpeg.find(options.ffmpeg);
    const database = new Database(folder.database);
    try {
      return await open({ database, folder, ffmpeg, log }, unlock, options);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

async function open(
  { database, folder, ffmpeg, log }: Omit<Ground, 'apiKey'>,
  unlock: () => void,
  options: SandboxOptions,
): Promise<Sandbox> {
  const apiKey = options.apiKey ?? rememberedKey(database);
  const house = furnish({ database, folder, apiKey, ffmpeg, log }, options);
  const housekeeping = new Housekeeping(house);
  await housekeeping.start();
  const takingUp = await takeUp(house);
  if (options.live?.synthetic)
    await house.failures.attempt('starting the synthetic live stream', () => {
      startSynthetic(house);
    });
  const listening = new Set<Pick<Listening, 'close'>>();
  const door = new FrontDoor({
    ...house,
    serve: (request, response) => void house.router.handle(request, response),
  });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    door.enter(request, response);
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
      const place = await listenRtmp(
        { port, host },
        { open, clock: options.live?.clock ?? house.clock, log },
      );
      listening.add(place);
      return place;
    },
    close: async () => {
      const stops: (() => void | Promise<void>)[] = [
        ...[...listening].map((place) => () => place.close()),
        () => takingUp.stop(),
        () => house.live.close(),
        () => housekeeping.stop(),
        () => house.downloads.stop(),
        () => house.packager.stop(),
        () => house.deliverer.stop(),
        () => {
          database.close();
        },
        unlock,
      ];
      // One that fails keeps none of the others from stopping.
      for (const stop of stops) await house.failures.attempt('stopping', stop);
    },
  };
}

/**
 * Takes up what an earlier sandbox left: clears away what nothing refers to, which nobody may do once anything is
 * coming in, and goes on with what was under way. A storage that fails keeps nobody from being served.
 */
async function takeUp(house: House): Promise<Lane> {
  const { folder, failures, clock, videos, sources, encodings, liveRecordings, players, watermarks } = house;
  await failures.attempt('clearing up', () =>
    folder.sweep({
      extents: new Set([...sources.files(), ...liveRecordings.files()]),
      videos: new Set(videos.ids()),
      pictures: new Set([...players.files(), ...watermarks.files()]),
    }),
  );
  await failures.attempt('clearing up thumbnails', () => sweepThumbnails(house));
  const lane = new Lane({
    name: 'taking up what was unfinished',
    work: () => {
      for (const videoId of encodings.unfinished()) house.packager.add(videoId);
      for (const videoId of house.pendingDownloads.all()) house.downloads.add(videoId);
      house.live.recover();
      return Promise.resolve();
    },
    clock,
    failures,
  });
  lane.add('all');
  await lane.settled();
  house.deliverer.start();
  await house.live.begin();
  return lane;
}

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
