import type { GrantReason } from '../../../src/core/grant.ts';
import type { Upload, UploadOptions } from '../../../src/upload/upload.ts';
import { seededBytes, seededRandom, sha256 } from '../sandbox-bytes.ts';
import type { FaultHouse } from './fault-house.ts';
import type { FaultSchedule } from './fault-schedule.ts';
import { followUpload, type UploadEnd } from './follow-upload.ts';
import { judge } from './judge-schedule.ts';
import { LineWorld } from './line-world.ts';
import { NodeXhr } from './node-xhr.ts';
import { orHang } from './or-hang.ts';
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

/** Whoever uploads: this process, or a page. */
export interface Uploading {
  /** The whole of it, from the beginning to the end. */
  upload: (given: { name: string; right: UploadRight }) => Promise<UploadEnd>;
  goOffline: (seconds: number, isAnnounced: boolean) => unknown;
  /** Milliseconds on the clock by which it waits. */
  now: () => number;
  /** True for a platform that repeats a request by itself, and on which a stalled machine may look like a stalled line. */
  isErratic: boolean;
}

/** Runs one upload of this process through its faults, unless it hangs, and looks at what is there in the end. */
export async function runSchedule(
  schedule: FaultSchedule,
  house: FaultHouse,
  engine: Engine,
  hangTimeoutMs?: number,
): Promise<ScheduleOutcome> {
  NodeXhr.renew();
  const { line } = house;
  /** Grants that the page's own server is being asked for: they are not seen on the line. */
  let granting = 0;
  const view = {
    look: (asked: number) => ({
      isQuiet: NodeXhr.preparing + granting === 0 && line.isQuiet,
      isOnItsWay: asked + NodeXhr.active > line.holes,
    }),
    setDown: (isDown: boolean) => {
      line.setDown(isDown);
    },
  };
  // A connection of its own, so that nothing of one schedule is left for the next.
  const own = { connection: 'close' };
  const world = new LineWorld(engine.xhrSender, view, seededRandom(schedule.seed), own);
  const bytes = seededBytes(schedule.size, schedule.seed);
  let status = () => 'unborn';
  let leave = () => {
    world.end();
  };
  const outcome = underFaults(schedule, house, {
    now: world.now,
    goOffline: world.goOffline.bind(world),
    isErratic: false,
    upload: async ({ name, right }) => {
      const file = new File([new Uint8Array(bytes)], name, { type: 'video/mp4' });
      const { token, hasGrant } = right;
      const grant = (reason: GrantReason) => {
        granting++;
        return right.grant(reason).finally(() => granting--);
      };
      const settings = hasGrant ? { grant } : { token, baseUrl: line.url, protocol: schedule.wire };
      const upload = new engine.Upload(file, { settings: () => settings, world });
      status = () => upload.store.state.status;
      leave = () => {
        upload.release();
        world.end();
      };
      return followUpload(upload, schedule.pauses).finally(leave);
    },
  });
  const look = () => {
    const { requests, asked, line } = house;
    const { preparing, active } = NodeXhr;
    return JSON.stringify({ status: status(), requests, asked, preparing, active, granting, line });
  };
  try {
    return await orHang(outcome, { seed: schedule.seed, look, hangTimeoutMs });
  } finally {
    // What hangs would keep the process for ever, and strike at whatever comes after it.
    leave();
  }
}

/** Has somebody upload under the faults of a schedule, and judges what came of it. */
export async function underFaults(
  schedule: FaultSchedule,
  house: FaultHouse,
  uploading: Uploading,
): Promise<ScheduleOutcome> {
  const began = performance.now();
  const { seed, size, story, wire } = schedule;
  const { line } = house;
  const name = `film-${String(seed)}.mp4`;
  const right = await UploadRight.make(schedule, house, name);
  let forgetting = Promise.resolve(false);
  house.begin(schedule, async (nth, { headers }) => {
    if (!('nth' in story) || story.nth !== nth) return;
    if (story.kind === 'revoked') await right.revoke();
    if (story.kind === 'offline') void uploading.goOffline(story.seconds, story.isAnnounced);
    // What is joined has become a video: it is not the upload that the server forgets then.
    if (story.kind === 'lost' && !String(headers['upload-concat']).startsWith('final')) {
      forgetting = house.forget(wire, name, right.token);
      await forgetting;
    }
  });
  let last = uploading.now();
  line.onStrike = () => {
    last = uploading.now();
  };
  const end = await uploading.upload({ name, right });
  const recovery = uploading.now() - last;
  // What is lost piece by piece may be made good before the last of it is gone.
  const wasLost = await forgetting;
  const { requests, asked, answered, served, largest, firstParts } = house;
  const { struck, broke, sent, holes } = line;
  line.begin([]);
  const blows = broke + answered.length;
  const failures = uploading.isErratic ? Math.max(blows, end.waits) : blows;
  const hash = sha256(seededBytes(size, seed));
  const counted = { requests, asked, answered: [...answered], served, largest, struck, failures, sent };
  const { isErratic } = uploading;
  const met = {
    ...counted,
    isErratic,
    holes,
    isFirstRefused: firstParts.stored > 0 && firstParts.refused > 0,
  };
  const fault = await judge(end, { ...met, schedule, house, name, hash, right, wasLost });
  for (const video of await house.videosOf(name)) await house.delete(video);
  const ended = end.error?.code ?? 'done';
  const ms = performance.now() - began;
  return { seed, fault, ended, struck: struck + answered.length, sent, ms, recovery };
}
