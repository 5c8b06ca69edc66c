import type { GrantSettings } from '../../../src/upload/grant-source.ts';
import type { UploadState } from '../../../src/upload/upload-state.ts';
import type { Upload, UploadOptions } from '../../../src/upload/upload.ts';
import { seededBytes, seededRandom, sha256 } from '../sandbox-bytes.ts';
import type { FaultHouse } from './fault-house.ts';
import type { FaultSchedule } from './fault-schedule.ts';
import { LineWorld } from './line-world.ts';
import { NodeXhr } from './node-xhr.ts';

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
  struck: number;
  sent: number;
  ms: number;
  /** Milliseconds, waited in no time, from the last fault to the end. */
  recovery: number;
}

/** Bytes of everything but the file that one request may have. */
const HEAD = 2_500;

/** Runs one upload through its faults, and looks at what is there in the end. */
export async function runSchedule(
  schedule: FaultSchedule,
  house: FaultHouse,
  engine: Engine,
): Promise<ScheduleOutcome> {
  const began = performance.now();
  const name = `film-${String(schedule.seed)}.mp4`;
  const bytes = seededBytes(schedule.size, schedule.seed);
  const file = new File([new Uint8Array(bytes)], name, { type: 'video/mp4' });
  const { settings, onRequest, videoId, wasRevoked } = await makeRight(schedule, house, name);
  NodeXhr.renew();
  house.begin(schedule.answers, onRequest);
  house.line.begin(schedule.line);
  const world = new LineWorld(engine.xhrSender, house.line, seededRandom(schedule.seed));
  let last = world.now();
  house.line.onStrike = () => {
    last = world.now();
  };
  const upload = new engine.Upload(file, { settings: () => settings, world });
  const ends: UploadState[] = [];
  const ended = new Promise<UploadState>((resolve) => {
    let pauses = schedule.pauses;
    const follow = (state: UploadState) => {
      if (state.status === 'failed' || state.status === 'processing') {
        ends.push(state);
        resolve(state);
      } else if (state.status === 'uploading' && state.sent > 0 && pauses-- > 0) {
        upload.pause();
        queueMicrotask(() => {
          upload.resume();
        });
      }
    };
    upload.store.subscribe(follow);
    follow(upload.store.state);
  });
  upload.start();
  const end = await ended;
  const recovery = world.now() - last;
  upload.release();
  const { struck, sent } = house.line;
  const blows = struck + house.answered;
  const { requests } = house;
  house.line.begin([]);
  const hash = sha256(bytes);
  const fault =
    (await judge(end, { schedule, house, name, hash, videoId, wasFinal: wasRevoked() })) ??
    judgeWaste(schedule, { sent, blows, requests, isDone: end.status === 'processing' }) ??
    (ends.length > 1 ? 'it ended twice' : undefined);
  for (const video of await house.videosOf(name)) await house.delete(video);
  const what = end.status === 'failed' ? end.error.code : 'done';
  return {
    seed: schedule.seed,
    fault,
    ended: what,
    struck: blows,
    sent,
    ms: performance.now() - began,
    recovery,
  };
}

async function makeRight(schedule: FaultSchedule, house: FaultHouse, name: string) {
  const { wire, right, partSize, revokedAt, isRenewable, takesRanges, seed } = schedule;
  const base = house.line.url;
  let token = await house.createToken();
  let wasRevoked = false;
  const videoId =
    wire === 'put' ? `put-${String(seed)}` : right === 'video' ? await house.createVideo(name) : undefined;
  const url = wire === 'put' ? `${base}/${takesRanges ? 'session' : 'object'}/${name}` : `${base}/upload`;
  const grant = () =>
    ({ protocol: wire, url, videoId, partSize, ...(wire === 'put' ? {} : { token }) }) as const;
  const settings: GrantSettings =
    right === 'token'
      ? { token, baseUrl: base, protocol: wire }
      : {
          grant: async (reason) => {
            if (reason === 'refused' && isRenewable) token = await house.createToken();
            return grant();
          },
        };
  const onRequest = async (nth: number) => {
    if (nth !== revokedAt) return;
    wasRevoked = true;
    await house.deleteToken(token);
  };
  return { settings, onRequest, videoId, wasRevoked: () => wasRevoked };
}

interface Evidence {
  schedule: FaultSchedule;
  house: FaultHouse;
  name: string;
  hash: string;
  videoId: string | undefined;
  wasFinal: boolean;
}

/** What is wrong with an end, as the server has it. */
async function judge(end: UploadState, evidence: Evidence): Promise<string | undefined> {
  const { schedule, house, name, hash, videoId } = evidence;
  if (end.status === 'failed') {
    const { code } = end.error;
    if (/token=|to[A-Za-z0-9]{22}/.test(`${end.error.message} ${String(end.error.stack)}`))
      return 'a token in the error';
    return schedule.final.includes(code) ? undefined : `it failed with ${code}: ${end.error.message}`;
  }
  if (end.status !== 'processing') return `it is ${end.status}`;
  if (schedule.size === 0) return 'an empty file was uploaded';
  if (schedule.wire === 'put') {
    const path = `/${schedule.takesRanges ? 'session' : 'object'}/${name}`;
    if (end.video.videoId !== videoId) return 'another video';
    return house.put.hashOf(path) === hash ? undefined : 'other bytes';
  }
  const videos = await house.videosOf(name);
  if (videos.length !== 1) return `${String(videos.length)} videos`;
  if (videos[0] !== end.video.videoId || (videoId !== undefined && videos[0] !== videoId))
    return 'another video';
  const found = await house.hashOf(end.video.videoId);
  return found === hash ? undefined : `other bytes (${found.slice(0, 20)})`;
}

function judgeWaste(
  { size, partSize, wire, right, takesRanges, pauses }: FaultSchedule,
  { sent, blows, requests, isDone }: { sent: number; blows: number; requests: number; isDone: boolean },
): string | undefined {
  const isWhole = wire === 'put' && !takesRanges;
  // A bare token brings no sizes: the service's own are larger than any file here.
  const part = isWhole || right === 'token' ? size : Math.min(size, partSize.max);
  // A plain address takes a first range for the whole file, before it is known for what it is.
  const most = size * (isWhole ? 2 : 1) + (blows + pauses * 6 + 1) * part + (requests + blows + 20) * HEAD;
  return isDone && sent > most
    ? `${String(sent)} bytes for ${String(size)} after ${String(blows)} faults`
    : undefined;
}
