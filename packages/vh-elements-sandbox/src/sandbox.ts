import type { IncomingMessage, ServerResponse } from 'node:http';
import { FaultMiddleware } from './faults/fault-middleware.ts';
import { createServices, type Platform } from './create-services.ts';
import type { EventBus } from './common/event-bus.ts';
import type { Services } from './services/services.ts';
import { Housekeeping } from './housekeeping.ts';
import { listen, type ListenOptions, type Listening } from './listen/listen.ts';
import { listenRtmp, type RtmpListening } from './live/rtmp/rtmp-server.ts';
import { JobQueue } from './packaging/job-queue.ts';
import { Ffmpeg } from './packaging/ffmpeg/ffmpeg.ts';
import { sweepThumbnails } from './resources/live/live-thumbnail-file.ts';
import type { SandboxOptions } from './options/sandbox-options.ts';
import { DataFolder } from './store/files/data-folder.ts';
import { Database } from './store/database/database.ts';
import { newId } from './store/database/id.ts';
import { lockFolder } from './store/files/lock-folder.ts';
import { keepNewFilesPrivate, makePrivate } from './store/files/private-files.ts';

/** The whole service, in one process and one folder. */
export interface Sandbox {
  readonly apiKey: string;
  /** The sandbox's events. */
  readonly eventBus: EventBus;
  /** Serves one request, to be mounted on any node server. */
  handle(this: void, request: IncomingMessage, response: ServerResponse): void;
  /** Waits for encoders on their own address; `usual` is port 1935, or any other when that is taken. */
  listenRtmp(options: { port: number | 'usual'; host?: string }): Promise<RtmpListening>;
  /** Serves on another address. */
  listen(options: ListenOptions): Promise<Listening>;
  /** Stops packaging and closes the database; a later sandbox on the same folder resumes from it. */
  close(): Promise<void>;
}

/** Opens a data folder and takes up what an earlier sandbox left unfinished there. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => undefined);
  refuseShortKey(options.apiKey);
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
  { database, folder, ffmpeg, log }: Omit<Platform, 'apiKey'>,
  unlock: () => void,
  options: SandboxOptions,
): Promise<Sandbox> {
  const apiKey = options.apiKey ?? rememberedKey(database);
  const services = createServices({ database, folder, apiKey, ffmpeg, log }, options);
  const housekeeping = new Housekeeping(services);
  await housekeeping.start();
  const takingUp = await takeUp(services);
  if (options.live?.synthetic)
    await services.failures.attempt('starting the synthetic live stream', () => {
      startSynthetic(services);
    });
  const listening = new Set<Pick<Listening, 'close'>>();
  const middleware = new FaultMiddleware({
    ...services,
    serve: (request, response) => void services.router.handle(request, response),
  });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    middleware.handle(request, response);
  };
  return {
    apiKey,
    eventBus: services.eventBus,
    handle,
    listen: async (where) => {
      const place = await listen(handle, where);
      listening.add(place);
      return place;
    },
    listenRtmp: async ({ port, host = '127.0.0.1' }) => {
      const open = (streamKey: string) => {
        const liveStream = services.liveStreams.findByKey(streamKey);
        return liveStream && services.live.open(liveStream.liveStreamId);
      };
      const place = await listenRtmp(
        { port, host },
        { open, clock: options.live?.clock ?? services.clock, log },
      );
      listening.add(place);
      return place;
    },
    close: async () => {
      const stops: (() => void | Promise<void>)[] = [
        ...[...listening].map((place) => () => place.close()),
        () => takingUp.stop(),
        () => services.live.close(),
        () => housekeeping.stop(),
        () => services.downloads.stop(),
        () => services.packager.stop(),
        () => {
          services.sessionEnds.stop();
        },
        () => services.deliverer.stop(),
        () => {
          database.close();
        },
        unlock,
      ];
      // One that fails keeps none of the others from stopping.
      for (const stop of stops) await services.failures.attempt('stopping', stop);
    },
  };
}

/**
 * Resumes the work of an earlier sandbox. It first removes files without a reference, which is unsafe once requests
 * arrive. A storage that fails does not stop the service.
 */
async function takeUp(services: Services): Promise<JobQueue> {
  const { folder, failures, clock, videos, sources, encodings, liveRecordings, players, watermarks } =
    services;
  await failures.attempt('clearing up', () =>
    folder.sweep({
      extents: new Set([...sources.files(), ...liveRecordings.files()]),
      videos: new Set(videos.ids()),
      pictures: new Set([...players.files(), ...watermarks.files()]),
    }),
  );
  await failures.attempt('clearing up thumbnails', () => sweepThumbnails(services));
  const queue = new JobQueue({
    name: 'taking up what was unfinished',
    work: () => {
      for (const videoId of encodings.unfinished()) services.packager.add(videoId);
      for (const videoId of services.pendingDownloads.all()) services.downloads.add(videoId);
      services.live.recover();
      return Promise.resolve();
    },
    clock,
    failures,
  });
  queue.add('all');
  await queue.settled();
  services.deliverer.start();
  services.sessionEnds.start();
  await services.live.begin();
  return queue;
}

/** Characters. */
const MIN_KEY_LENGTH = 16;
const SYNTHETIC = 'Synthetic';

function startSynthetic({ liveStreams, live }: Services): void {
  const sort = { column: 'created_at', order: 'asc' } as const;
  const { liveStreams: found } = liveStreams.list({ name: SYNTHETIC }, sort, { pageSize: 100, offset: 0 });
  const { liveStreamId } =
    found.find(({ name }) => name === SYNTHETIC) ?? liveStreams.create({ name: SYNTHETIC });
  live.startSynthetic(liveStreamId);
}

/** Throws for a key that a page or a program could guess: everything on this machine can ask the sandbox. */
function refuseShortKey(apiKey: string | undefined): void {
  if (apiKey === undefined || apiKey.length >= MIN_KEY_LENGTH) return;
  throw new Error(
    `The API key is too short: it can be guessed. Use ${String(MIN_KEY_LENGTH)} characters or more, or leave it away to have one made.`,
  );
}

function rememberedKey(database: Database): string {
  const known = database.get(`SELECT value FROM settings WHERE name = 'apiKey'`);
  if (known) return String(known['value']);
  const apiKey = newId('');
  database.run(`INSERT INTO settings (name, value) VALUES ('apiKey', ?)`, apiKey);
  return apiKey;
}
