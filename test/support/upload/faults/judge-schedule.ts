import type { VhErrorCode } from '../../../../src/core/errors/vh-error.ts';
import type { FaultService } from './fault-service.ts';
import type { FaultSchedule } from './fault-schedule.ts';
import { ALWAYS } from './fault-scenario.ts';
import type { UploadEnd } from './follow-upload.ts';
import type { UploadCredential } from './upload-credential.ts';

/** What an upload met, and where it is to be looked for. */
export interface Evidence {
  schedule: FaultSchedule;
  service: Pick<FaultService, 'videosOf' | 'hashOf'> & {
    put: Pick<FaultService['put'], 'hashOf'> & { s3?: FaultService['put']['s3'] };
  };
  name: string;
  hash: string;
  credential: Pick<UploadCredential, 'videoId' | 'wasRevoked'>;
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
  /** Faults of the line that have struck. */
  struck: number;
  /** Faults that ended a request, and tries that ended without one. */
  failures: number;
  sent: number;
  /** True for a browser, with a mind of its own. */
  isErratic: boolean;
  /** Connections that the client still holds although nothing will move on them. */
  holes: number;
  /** True when the first part of a video was stored, and refused another time. */
  isFirstRefused: boolean;
}

/** Bytes of everything but the file that one request has at most. */
const HEAD = 1_500;
/** Requests that may be on their way at once, and connections that a browser opens to one server. */
const LANES = 6;
/** Tries without a byte stored between them that an upload has. */
const TRIES = 11;

/** Refusals of a bucket that no client can prevent: an upload that is complete, or lost, is none any more. */
const EXPECTED_REFUSALS: ReadonlySet<string> = new Set(['NoSuchUpload']);

/** The fault of an end, by what the server has and by what happened; nothing when all is right. */
export async function judge(end: UploadEnd, evidence: Evidence): Promise<string | undefined> {
  const { schedule, wasLost } = evidence;
  if (end.times !== 1) return `it ended ${end.times} times`;
  if (end.error && (await isLostWhenDone(end.error.code, evidence))) return undefined;
  if (end.error) return judgeError(end.error, evidence);
  if (end.videoId === undefined) return 'it ended in nothing';
  if (schedule.size === 0) return 'an empty file was uploaded';
  if (evidence.struck < schedule.least) return `it met no more than ${String(evidence.struck)} faults`;
  const { scenario } = schedule;
  if (scenario.kind === 'offset' && scenario.times === ALWAYS && evidence.answered.length > 2 * TRIES)
    return 'it took no end of asking';
  if (end.notice && !(wasLost && end.notice === 'upload-restarted'))
    return `a notice of nothing: ${end.notice}`;
  return (await judgeVideo(end.videoId, evidence)) ?? judgeChecksum(end, evidence) ?? judgeWaste(evidence);
}

/** What was sent is what is stored by now. */
function judgeChecksum({ checksum }: UploadEnd, { hash }: Evidence): string | undefined {
  return checksum === undefined || checksum === hash ? undefined : `a checksum of other bytes (${checksum})`;
}

async function judgeVideo(
  reported: string,
  { schedule, service, name, hash, credential }: Evidence,
): Promise<string | undefined> {
  const { videoId } = credential;
  if (schedule.wire === 's3') {
    if (reported !== videoId) return 'another video';
    const bucket = service.put.s3?.bucket;
    if (bucket && bucket.refused.some((code) => !EXPECTED_REFUSALS.has(code)))
      return bucket.refused.join(' ');
    return bucket?.hashOf(name) === hash ? undefined : 'other bytes';
  }
  if (schedule.wire === 'put') {
    if (reported !== videoId) return 'another video';
    const path = `/${schedule.takesRanges ? 'session' : 'object'}/${name}`;
    return service.put.hashOf(path) === hash ? undefined : 'other bytes';
  }
  const videos = await service.videosOf(name);
  if (videos.length !== 1) return `${String(videos.length)} videos`;
  if (videos[0] !== reported || (videoId !== undefined && reported !== videoId)) return 'another video';
  const found = await service.hashOf(reported);
  return found === hash ? undefined : `other bytes (${found.slice(0, 20)})`;
}

/**
 * The server has forgotten the upload in the moment in which it became a video: the owner of those bytes is unknown.
 */
async function isLostWhenDone(code: VhErrorCode, evidence: Evidence): Promise<boolean> {
  const { schedule, service, name, credential, wasLost } = evidence;
  const isResumable = schedule.wire === 'tus' || schedule.wire === 'ietf';
  if (code !== 'upload-refused' || !isResumable || !wasLost) return false;
  const [video = ''] = credential.videoId === undefined ? await service.videosOf(name) : [credential.videoId];
  return (await judgeVideo(video, evidence)) === undefined;
}

function judgeError({ code, text }: NonNullable<UploadEnd['error']>, evidence: Evidence) {
  if (/token=|signature=|to[A-Za-z0-9]{22}/.test(text)) return 'a secret in the error';
  if (expectedCodes(evidence).includes(code) || browserCodes(evidence).includes(code)) return undefined;
  return `it failed with ${code} (${evidence.schedule.scenario.kind}): ${text}`;
}

/** The correct errors after the faults of this schedule; none when the upload had to continue. */
function expectedCodes({
  schedule,
  credential,
  answered,
  served,
  failures,
}: Evidence): readonly VhErrorCode[] {
  const { scenario, size } = schedule;
  if (size === 0) return ['file-empty'];
  const had = (...statuses: number[]) => statuses.some((status) => answered.includes(status));
  const isWornOut = failures >= TRIES;
  // The last of the tries may be one that was answered with a conflict, which may pass and did not.
  const conflicts: VhErrorCode[] = had(409) ? ['upload-refused'] : [];
  switch (scenario.kind) {
    case 'revoked':
    case 'forbidden':
      if (scenario.isRenewable || !(credential.wasRevoked || had(401, 403))) return [];
      // Before a byte was accepted, it is unknown whether the token was ever valid.
      return served > 0 ? ['token-expired', 'token-invalid'] : ['token-invalid'];
    case 'refused':
      return had(scenario.status) ? ['upload-refused'] : [];
    case 'too-large':
      return had(413) ? ['file-too-large'] : [];
    case 'busy':
      if (!isWornOut || !had(scenario.status)) return [];
      return [
        scenario.status === 429 ? 'rate-limited' : 'service-unavailable',
        'network',
        'timeout',
        ...conflicts,
      ];
    case 'away':
      return isWornOut ? ['network', 'timeout', ...conflicts] : [];
    case 'offset':
      if (scenario.says === 'beyond') return had(204, 308) ? ['unexpected-answer'] : [];
      return scenario.times > 1 && isWornOut
        ? ['service-unavailable', 'network', 'timeout', 'rate-limited', ...conflicts]
        : [];
    default:
      return [];
  }
}

/**
 * A page cannot repair this: Chromium continues the preflight of an aborted request, so that
 * six silent connections are all that there are; and it repeats a first part, which a service without
 * extensions then refuses as foreign.
 */
function browserCodes({ schedule, isErratic, holes, isFirstRefused }: Evidence): readonly VhErrorCode[] {
  if (!isErratic) return [];
  const isStarved = holes >= LANES;
  const isRepeated = isFirstRefused && !schedule.hasExtensions;
  return [
    ...(isStarved ? (['network', 'timeout'] as const) : []),
    ...(isRepeated ? (['upload-refused'] as const) : []),
  ];
}

/** No more than one part is sent again for each fault, and for each lane that something stops. */
function judgeWaste(evidence: Evidence): string | undefined {
  const { schedule, asked, largest, failures, sent, wasLost } = evidence;
  const { size, partSize, wire, credential, takesRanges, pauses, scenario } = schedule;
  if (wire === 'parts' && credential !== 'token' && largest > partSize.max + HEAD)
    return `a request of ${String(largest)} bytes, where ${String(partSize.max)} are allowed`;
  // A plain address takes a first range for the whole file, before it is known for what it is.
  const twice = wasLost || (wire === 'put' && !takesRanges) ? 2 : 1;
  const lanes = wire === 'put' || wire === 'ietf' ? 1 : LANES;
  const stops = pauses + (['revoked', 'lost', 'offline', 'too-large'].includes(scenario.kind) ? 1 : 0);
  const parts = failures + stops * lanes;
  const most = size * twice + parts * largest + (asked + failures + lanes) * HEAD;
  if (sent <= most) return undefined;
  return `${String(sent)} bytes for ${String(size)} after ${String(failures)} faults`;
}
