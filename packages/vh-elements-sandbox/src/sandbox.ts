import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { EventBus } from './common/event-bus.ts';
import { listen, type ListenOptions, type Listening } from './listen/listen.ts';
import { listenRtmp, type RtmpListening } from './live/rtmp/rtmp-server.ts';
import { Ffmpeg } from './packaging/ffmpeg/ffmpeg.ts';
import type { SandboxOptions } from './options/sandbox-options.ts';
import { plantSeed } from './resources/seed/plant-seed.ts';
import { readSeed } from './resources/seed/read-seed.ts';
import { readSeedFile } from './resources/seed/read-seed-file.ts';
import { State } from './state/state.ts';
import { DataFolder } from './store/files/data-folder.ts';
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
  /** Puts an export in the place of what the folder holds. */
  import(file: string): Promise<void>;
  /** Adds what a file of JSON describes: all of it, or nothing. */
  seed(file: string): Promise<void>;
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
    const state = new State({ folder, ffmpeg, log }, options);
    try {
      await state.open();
      return sandboxOf(state, unlock, { ...options, log });
    } catch (error) {
      await state.close();
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

function sandboxOf(
  state: State,
  unlock: () => void,
  { live, log }: SandboxOptions & { log: (line: string) => void },
): Sandbox {
  const listening = new Set<Pick<Listening, 'close'>>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    state.handle(request, response);
  };
  return {
    apiKey: state.apiKey,
    get eventBus() {
      return state.services.eventBus;
    },
    handle,
    import: (file) => state.import(createReadStream(file) as AsyncIterable<Buffer>),
    seed: async (file) => {
      const seed = readSeed(await readSeedFile(file), path.dirname(path.resolve(file)));
      await state.alone(() => plantSeed(state.services, seed));
    },
    listen: async (where) => {
      const place = await listen(handle, where);
      listening.add(place);
      return place;
    },
    listenRtmp: async ({ port, host = '127.0.0.1' }) => {
      const open = (streamKey: string) => {
        const { liveStreams, live } = state.services;
        const liveStream = liveStreams.findByKey(streamKey);
        return liveStream && live.open(liveStream.liveStreamId);
      };
      const place = await listenRtmp({ port, host }, { open, clock: live?.clock ?? state.clock.paced, log });
      listening.add(place);
      state.encoders.url = place.url;
      return place;
    },
    close: async () => {
      await Promise.all([...listening].map((place) => place.close()));
      await state.close();
      unlock();
    },
  };
}

/** Characters. */
const MIN_KEY_LENGTH = 16;

/** Throws for a key that a page or a program could guess: everything on this machine can ask the sandbox. */
function refuseShortKey(apiKey: string | undefined): void {
  if (apiKey === undefined || apiKey.length >= MIN_KEY_LENGTH) return;
  throw new Error(
    `The API key is too short: it can be guessed. Use ${String(MIN_KEY_LENGTH)} characters or more, or leave it away to have one made.`,
  );
}
