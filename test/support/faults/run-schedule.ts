import type { IncomingMessage } from 'node:http';
import type { UploadState } from '../../../src/upload/upload-state.ts';
import type { Upload, UploadOptions } from '../../../src/upload/upload.ts';
import { seededBytes, seededRandom, sha256 } from '../sandbox-bytes.ts';
import type { FaultHouse } from './fault-house.ts';
import type { FaultSchedule } from './fault-schedule.ts';
import { judge } from './judge-schedule.ts';
import { LineWorld } from './line-world.ts';
import { NodeXhr } from './node-xhr.ts';
import { UploadRight } from './upload-right.ts';

/** The engine, as a page's bundler puts it together, and its way out. */
export interface Engine {
  Upload: new (file: File, options: UploadOptions) => Upload;
  xhrSender: LineWorld['sender'];
}

/** How a schedule ended. */
export interface ScheduleOutcome {
  seed: number;
  /** What is wrong with it; nothing when all is right. */
  fault: string | undefined;
  ended: string;
  /** Faults that it met. */
  struck: number;
  sent: number;
  ms: number;
  /** Milliseconds, waited in no time, from the last fault to the end. */
  recovery: number;
}

/** Runs one upload through its faults, and looks at what is there in the end. */
export async function runSchedule(
  schedule: FaultSchedule,
  house: FaultHouse,
  engine: Engine,
): Promise<ScheduleOutcome> {
  const began = performance.now();
  const { seed, story, wire } = schedule;
  const name = `film-${String(seed)}.mp4`;
  const bytes = seededBytes(schedule.size, seed);
  const file = new File([new Uint8Array(bytes)], name, { type: 'video/mp4' });
  const right = await UploadRight.make(schedule, house, name);
  NodeXhr.renew();
  const world = new LineWorld(engine.xhrSender, house.line, seededRandom(seed));
  let wasLost = false;
  let last = world.now();
  house.line.onStrike = () => {
    last = world.now();
  };
  house.begin(schedule, async (nth: number, { headers }: IncomingMessage) => {
    if (!('nth' in story) || story.nth !== nth) return;
    if (story.kind === 'revoked') await right.revoke();
    if (story.kind === 'offline') void world.goOffline(story.seconds, story.isAnnounced);
    // What is joined has become a video: it is not the upload that the server forgets then.
    if (story.kind === 'lost' && !String(headers['upload-concat']).startsWith('final'))
      wasLost = await house.forget(wire, name, right.token);
  });
  const { settings } = right;
  const upload = new engine.Upload(file, { settings: () => settings, world });
  const { end, times } = await follow(upload, schedule.pauses);
  const recovery = world.now() - last;
  upload.release();
  world.end();
  const { requests, asked, answered, served, largest } = house;
  const { struck, broke, sent } = house.line;
  house.line.begin([]);
  const met = { requests, asked, answered: [...answered], served, largest, struck, broke, sent };
  const fault =
    times > 1
      ? 'it ended twice'
      : await judge(end, { ...met, schedule, house, name, hash: sha256(bytes), right, wasLost });
  for (const video of await house.videosOf(name)) await house.delete(video);
  const ended = end.status === 'failed' ? end.error.code : 'done';
  const ms = performance.now() - began;
  return { seed, fault, ended, struck: struck + answered.length, sent, ms, recovery };
}

/** Begins an upload, pauses it on the way, and resolves when it has ended: with the times that it did. */
async function follow(upload: Upload, pauses: number): Promise<{ end: UploadState; times: number }> {
  let left = pauses;
  let times = 0;
  const end = await new Promise<UploadState>((resolve) => {
    const look = (state: UploadState) => {
      if (state.status === 'failed' || state.status === 'processing') {
        times++;
        resolve(state);
      } else if (state.status === 'uploading' && state.sent > 0 && left-- > 0) {
        upload.pause();
        queueMicrotask(() => {
          upload.resume();
        });
      }
    };
    upload.store.subscribe(look);
    look(upload.store.state);
    upload.start();
  });
  return { end, times };
}
