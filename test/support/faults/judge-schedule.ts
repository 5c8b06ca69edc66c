import type { VhErrorCode } from '../../../src/core/vh-error.ts';
import type { UploadState } from '../../../src/upload/upload-state.ts';
import type { FaultHouse } from './fault-house.ts';
import type { FaultSchedule } from './fault-schedule.ts';
import { ALWAYS } from './fault-story.ts';
import type { UploadRight } from './upload-right.ts';

/** What an upload met, and where it is to be looked for. */
export interface Evidence {
  schedule: FaultSchedule;
  house: FaultHouse;
  name: string;
  hash: string;
  right: UploadRight;
  /** True when the server has forgotten something on the way. */
  wasLost: boolean;
  /** Requests with bytes, and all of them. */
  requests: number;
  asked: number;
  /** The statuses of answers that were given instead. */
  answered: readonly number[];
  served: number;
  /** Bytes of the largest request. */
  largest: number;
  /** Faults of the line that have struck, and those of them that ended a request. */
  struck: number;
  broke: number;
  sent: number;
}

/** Bytes of everything but the file that one request has at most. */
const HEAD = 1_500;
/** Requests that may be on their way at once. */
const LANES = 6;
/** Tries without a byte stored between them that an upload has. */
const TRIES = 11;

/** What is wrong with an end, by what the server has and by what happened; nothing when all is right. */
export async function judge(end: UploadState, evidence: Evidence): Promise<string | undefined> {
  const { schedule, wasLost } = evidence;
  if (end.status === 'failed') return judgeError(end, evidence);
  if (end.status !== 'processing') return `it is ${end.status}`;
  if (schedule.size === 0) return 'an empty file was uploaded';
  if (evidence.struck < schedule.least) return `it met no more than ${String(evidence.struck)} faults`;
  const { story, wire } = schedule;
  if (story.kind === 'offset' && story.times === ALWAYS && evidence.answered.length > 2 * TRIES)
    return 'it took no end of asking';
  if (end.notice && !(wasLost && end.notice.code === 'upload-restarted'))
    return `a notice of nothing: ${end.notice.code}`;
  if (story.kind === 'revoked' && evidence.right.wasRevoked && !story.isRenewable && wire === 'parts')
    if (evidence.answered.length === 0 && evidence.served === 0) return 'done without a right';
  return (await judgeVideo(end.video.videoId, evidence)) ?? judgeWaste(evidence);
}

async function judgeVideo(
  told: string,
  { schedule, house, name, hash, right }: Evidence,
): Promise<string | undefined> {
  const { videoId } = right;
  if (schedule.wire === 'put') {
    if (told !== videoId) return 'another video';
    const path = `/${schedule.takesRanges ? 'session' : 'object'}/${name}`;
    return house.put.hashOf(path) === hash ? undefined : 'other bytes';
  }
  const videos = await house.videosOf(name);
  if (videos.length !== 1) return `${String(videos.length)} videos`;
  if (videos[0] !== told || (videoId !== undefined && told !== videoId)) return 'another video';
  const found = await house.hashOf(told);
  return found === hash ? undefined : `other bytes (${found.slice(0, 20)})`;
}

function judgeError({ error }: Extract<UploadState, { status: 'failed' }>, evidence: Evidence) {
  const { code, message, stack } = error;
  if (/token=|signature=|to[A-Za-z0-9]{22}/.test(`${message} ${String(stack)} ${String(error.cause)}`))
    return 'a secret in the error';
  if (rightCodes(evidence).includes(code)) return undefined;
  return `it failed with ${code} (${evidence.schedule.story.kind}): ${message}`;
}

/** The errors that are right after what has really happened; none when the upload had to go on. */
function rightCodes({ schedule, right, answered, served, broke }: Evidence): readonly VhErrorCode[] {
  const { story, size } = schedule;
  if (size === 0) return ['file-empty'];
  const had = (...statuses: number[]) => statuses.some((status) => answered.includes(status));
  const isWornOut = broke + answered.length >= TRIES;
  switch (story.kind) {
    case 'revoked':
    case 'forbidden':
      if (story.isRenewable || !(right.wasRevoked || had(401, 403))) return [];
      // Before anything was taken, nobody can know that the token had ever been good.
      return served > 0 ? ['token-expired', 'token-invalid'] : ['token-invalid'];
    case 'refused':
      return had(story.status) ? ['upload-refused'] : [];
    case 'too-large':
      return had(413) ? ['file-too-large'] : [];
    case 'busy':
      if (!isWornOut || !had(story.status)) return [];
      return [story.status === 429 ? 'rate-limited' : 'service-unavailable', 'network', 'timeout'];
    case 'away':
      return isWornOut ? ['network', 'timeout'] : [];
    case 'offset':
      if (story.says === 'beyond') return had(204, 308) ? ['unexpected-answer'] : [];
      return story.times > 1 && isWornOut ? ['service-unavailable', 'network', 'timeout'] : [];
    default:
      return [];
  }
}

/** No more than one part is sent again for each fault, and for each lane that something stops. */
function judgeWaste(evidence: Evidence): string | undefined {
  const { schedule, asked, answered, largest, broke, sent, wasLost } = evidence;
  const { size, partSize, wire, right, takesRanges, pauses, story } = schedule;
  if (wire === 'parts' && right !== 'token' && largest > partSize.max + HEAD)
    return `a request of ${String(largest)} bytes, where ${String(partSize.max)} are allowed`;
  // A plain address takes a first range for the whole file, before it is known for what it is.
  const twice = wasLost || (wire === 'put' && !takesRanges) ? 2 : 1;
  const lanes = wire === 'put' ? 1 : LANES;
  const stops = pauses + (['revoked', 'lost', 'offline', 'too-large'].includes(story.kind) ? 1 : 0);
  const parts = broke + answered.length + stops * lanes;
  const most = size * twice + parts * largest + (asked + broke + lanes) * HEAD;
  if (sent <= most) return undefined;
  return `${String(sent)} bytes for ${String(size)} after ${String(broke + answered.length)} faults`;
}
