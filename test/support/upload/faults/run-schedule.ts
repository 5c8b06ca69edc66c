import type { GrantReason } from '../../../../src/core/wire/grant.ts';
import type { Upload } from '../../../../src/upload/upload.ts';
import type { UploadOptions } from '../../../../src/upload/upload-options.ts';
import { seededBytes, sha256 } from '../../sandbox/sandbox-bytes.ts';
import { seededRandom } from '../../seeded-random.ts';
import type { FaultService } from './fault-service.ts';
import type { FaultSchedule, ScheduleOutcome } from './fault-schedule.ts';
import { followUpload, type UploadEnd } from './follow-upload.ts';
import { judge } from './judge-schedule.ts';
import { CuttableEnvironment } from './cuttable-environment.ts';
import { NodeXhr } from './node-xhr.ts';
import { movesOf, withHangTimeout } from './with-hang-timeout.ts';
import { UploadCredential } from './upload-credential.ts';

/** The engine, as a page's bundler puts it together, and its way out. */
export interface Engine {
  Upload: new (file: File, options: UploadOptions) => Upload;
  xhrSender: CuttableEnvironment['sender'];
}

/** Runs the upload: this process, or a page. */
export interface FaultUploader {
  /** The whole of it, from the beginning to the end. */
  upload: (given: { name: string; credential: UploadCredential }) => Promise<UploadEnd>;
  goOffline: (seconds: number, isAnnounced: boolean) => unknown;
  /** Milliseconds on the clock by which it waits. */
  now: () => number;
  /** True for a platform that repeats a request, and on which a stalled machine may look like a stalled line. */
  isErratic: boolean;
}

/** Runs one upload of this process through its faults, unless it hangs, and looks at the result. */
export async function runSchedule(
  schedule: FaultSchedule,
  service: FaultService,
  engine: Engine,
  hangTimeoutMs?: number,
): Promise<ScheduleOutcome> {
  NodeXhr.renew();
  const { line } = service;
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
  const environment = new CuttableEnvironment(engine.xhrSender, view, seededRandom(schedule.seed), own);
  const bytes = seededBytes(schedule.size, schedule.seed);
  let status = () => 'unborn';
  let leave = () => {
    environment.end();
  };
  const outcome = uploadUnderSchedule(schedule, service, {
    now: environment.now,
    goOffline: environment.goOffline.bind(environment),
    isErratic: false,
    upload: async ({ name, credential }) => {
      const file = new File([new Uint8Array(bytes)], name, { type: 'video/mp4' });
      const { token, hasGrant } = credential;
      const grant = (reason: GrantReason) => {
        granting++;
        return credential.grant(reason).finally(() => granting--);
      };
      const settings = hasGrant ? { grant } : { token, baseUrl: line.url, protocol: schedule.wire };
      // Of each second one: uploads go both ways.
      const withChecksum = schedule.seed % 2 === 1;
      const upload = new engine.Upload(file, { settings: () => settings, environment, withChecksum });
      status = () => upload.store.state.status;
      leave = () => {
        upload.release();
        environment.end();
      };
      return followUpload(upload, schedule.pauses).finally(leave);
    },
  });
  const look = () => {
    const { requests, asked, line } = service;
    const { preparing, active } = NodeXhr;
    return JSON.stringify({ status: status(), requests, asked, preparing, active, granting, line });
  };
  const moves = () => `${movesOf(service)} ${status()} ${String(granting)}`;
  try {
    return await withHangTimeout(outcome, { seed: schedule.seed, moves, look, hangTimeoutMs });
  } finally {
    // What hangs would keep the process for ever, and strike at whatever comes after it.
    leave();
  }
}

/** Runs an upload under the faults of a schedule, and judges the result. */
export async function uploadUnderSchedule(
  schedule: FaultSchedule,
  service: FaultService,
  uploading: FaultUploader,
): Promise<ScheduleOutcome> {
  const began = performance.now();
  const { seed, size, scenario, wire } = schedule;
  const { line } = service;
  const name = `film-${String(seed)}.mp4`;
  const credential = await UploadCredential.make(schedule, service, name);
  let forgetting = Promise.resolve(false);
  service.begin(schedule, async (nth, { headers }) => {
    if (!('nth' in scenario) || scenario.nth !== nth) return;
    if (scenario.kind === 'revoked') await credential.revoke();
    if (scenario.kind === 'offline') void uploading.goOffline(scenario.seconds, scenario.isAnnounced);
    // A joined upload has become a video: it is not the upload that the server forgets then.
    if (scenario.kind === 'lost' && !String(headers['upload-concat']).startsWith('final')) {
      forgetting = service.forget(wire, name, credential.token);
      await forgetting;
    }
  });
  let last = uploading.now();
  line.onStrike = () => {
    last = uploading.now();
  };
  const end = await uploading.upload({ name, credential });
  const recovery = uploading.now() - last;
  // Bytes lost piece by piece may be replaced before the last of it is gone.
  const wasLost = await forgetting;
  const { requests, asked, answered, served, largest, firstParts } = service;
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
  const fault = await judge(end, { ...met, schedule, service, name, hash, credential, wasLost });
  for (const video of await service.videosOf(name)) await service.delete(video);
  const ended = end.error?.code ?? 'done';
  const ms = performance.now() - began;
  return { seed, fault, ended, struck: struck + answered.length, sent, ms, recovery };
}
