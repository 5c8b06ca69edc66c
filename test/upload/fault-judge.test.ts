import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaultSchedule } from '../support/upload/faults/fault-schedule.ts';
import type { UploadEnd } from '../support/upload/faults/follow-upload.ts';
import { judge, type Evidence } from '../support/upload/faults/judge-schedule.ts';

const HASH = 'hash of the file';

const schedule = (more: Partial<FaultSchedule> = {}): FaultSchedule => ({
  ...{ seed: 1, wire: 'parts', hasExtensions: true, takesRanges: true, size: 10_000 },
  ...{
    partSize: { min: 2_000, max: 2_000 },
    credential: 'video',
    line: [],
    least: 5,
    answers: [],
    pauses: 0,
  },
  scenario: { kind: 'plain' },
  ...more,
});

/** A server that has these videos under the upload's name, with these bytes. */
const server = (videos: Record<string, string>): Evidence['service'] => ({
  videosOf: () => Promise.resolve(Object.keys(videos)),
  hashOf: (id) => Promise.resolve(videos[id] ?? 'no source: 404'),
  put: { hashOf: () => Object.values(videos)[0] },
});

const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  ...{ schedule: schedule(), service: server({ vi1: HASH }), name: 'film.mp4', hash: HASH },
  ...{ credential: { videoId: 'vi1', wasRevoked: false }, wasLost: false, requests: 10, asked: 12 },
  ...{ answered: [], served: 5, largest: 2_500, struck: 5, failures: 5, sent: 20_000 },
  ...{ isErratic: false, holes: 0, isFirstRefused: false },
  ...more,
});

const done = (more: Partial<UploadEnd> = {}): UploadEnd => ({
  ...{ times: 1, videoId: 'vi1', error: undefined, notice: undefined, waits: 5 },
  ...more,
});

const failed = (code: NonNullable<UploadEnd['error']>['code'], text = 'It failed.'): UploadEnd =>
  done({ videoId: undefined, error: { code, text } });

const inSchedule = (more: Partial<FaultSchedule>, rest: Partial<Evidence> = {}) =>
  evidence({ schedule: schedule(more), ...rest });

const refused = (rest: Partial<Evidence> = { answered: [415] }) =>
  inSchedule({ scenario: { kind: 'refused', nth: 2, status: 415 } }, rest);
const forbidden = (isRenewable: boolean, rest: Partial<Evidence> = { answered: [401] }) =>
  inSchedule({ scenario: { kind: 'forbidden', nth: 2, status: 401, isRenewable } }, rest);
const revoked = (rest: Partial<Evidence> = { credential: { videoId: 'vi1', wasRevoked: true } }) =>
  inSchedule({ scenario: { kind: 'revoked', nth: 2, isRenewable: false } }, rest);
const away = (failures: number) => inSchedule({ scenario: { kind: 'away' } }, { failures });
const busy = (status: number, failures = 11) =>
  inSchedule({ scenario: { kind: 'busy', nth: 1, status } }, { answered: [status], failures });
const offsets = (says: 'same' | 'beyond', times: number, rest: Partial<Evidence>) =>
  inSchedule({ wire: 'tus', scenario: { kind: 'offset', nth: 1, says, times } }, rest);
const lostTus = (service: Evidence['service']) =>
  inSchedule({ wire: 'tus', scenario: { kind: 'lost', nth: 2 } }, { wasLost: true, service });
const put = (service: Evidence['service']) => inSchedule({ wire: 'put' }, { service });

const credential: [what: string, end: UploadEnd, evidence: Evidence][] = [
  ['the whole file in one video', done(), evidence()],
  ['the whole file at a signed address', done(), put(server({ vi1: HASH }))],
  [
    'a video whose id the server chose',
    done(),
    evidence({ credential: { videoId: undefined, wasRevoked: false } }),
  ],
  ['the checksum of the file', done({ checksum: HASH }), evidence()],
  ['a restart that was reported', done({ notice: 'upload-restarted' }), evidence({ wasLost: true })],
  ['twice the bytes after a loss', done(), evidence({ wasLost: true, sent: 50_000 })],
  ['an empty file refused', failed('file-empty'), inSchedule({ size: 0 })],
  ['a refusal', failed('upload-refused'), refused()],
  ['a token that was never good', failed('token-invalid'), forbidden(false, { answered: [403], served: 0 })],
  ['a token that ran out', failed('token-expired'), forbidden(false)],
  ['a token that was withdrawn', failed('token-expired'), revoked()],
  ['a server that stays away', failed('network'), away(11)],
  ['a server that stays busy', failed('service-unavailable'), busy(503)],
  ['a server that limits the rate', failed('rate-limited'), busy(429)],
  [
    'a file too large',
    failed('file-too-large'),
    inSchedule({ scenario: { kind: 'too-large', nth: 1 } }, { answered: [413] }),
  ],
  ['an impossible offset', failed('unexpected-answer'), offsets('beyond', 1, { answered: [204] })],
  ['no progress, ever', failed('service-unavailable'), offsets('same', 200, { failures: 11 })],
  ['a loss as it became a video', failed('upload-refused'), lostTus(server({ vi1: HASH }))],
  ['a browser out of connections', failed('network'), evidence({ isErratic: true, holes: 6 })],
];

const wrong: [what: string, end: UploadEnd, evidence: Evidence, verdict: RegExp][] = [
  ['no end', done({ times: 0 }), evidence(), /ended 0 times/],
  ['two ends', done({ times: 2 }), evidence(), /ended 2 times/],
  ['two ends in an error', { ...failed('upload-refused'), times: 2 }, refused(), /ended 2 times/],
  ['an end without a video', done({ videoId: undefined }), evidence(), /ended in nothing/],
  ['other bytes', done(), evidence({ service: server({ vi1: 'hash of less' }) }), /other bytes/],
  ['the checksum of less', done({ checksum: 'hash of less' }), evidence(), /checksum of other bytes/],
  ['no checksum, where one was asked for', done({ checksum: 'none' }), evidence(), /checksum/],
  ['no bytes', done(), evidence({ service: server({}) }), /0 videos/],
  ['two videos', done(), evidence({ service: server({ vi1: HASH, vi2: HASH }) }), /2 videos/],
  ['the name of another video', done({ videoId: 'vi2' }), evidence(), /another video/],
  [
    'another video than was granted',
    done({ videoId: 'vi2' }),
    evidence({ service: server({ vi2: HASH }) }),
    /another video/,
  ],
  ['other bytes at a signed address', done(), put(server({ vi1: 'hash of less' })), /other bytes/],
  [
    'another video at a signed address',
    done({ videoId: 'vi2' }),
    put(server({ vi1: HASH })),
    /another video/,
  ],
  ['an empty file', done(), inSchedule({ size: 0 }), /empty file/],
  ['another refusal of an empty file', failed('network'), inSchedule({ size: 0 }), /failed with network/],
  ['no faults met', done(), evidence({ struck: 4 }), /no more than 4 faults/],
  ['a notice of nothing', done({ notice: 'upload-restarted' }), evidence(), /notice of nothing/],
  [
    'endless questions',
    done(),
    offsets('same', 200, { answered: Array<number>(23).fill(204) }),
    /no end of asking/,
  ],
  ['a request too large', done(), evidence({ largest: 3_501 }), /3501 bytes/],
  ['the file sent twice', done(), evidence({ sent: 60_000 }), /60000 bytes for 10000/],
  ['a failure of nothing', failed('network'), evidence(), /failed with network/],
  ['a failure that another try mends', failed('network'), away(10), /failed with network/],
  ['a busy server given up too soon', failed('service-unavailable'), busy(503, 10), /service-unavailable/],
  ['a refusal under another name', failed('network'), refused(), /failed with network/],
  [
    'a refusal without a refusing answer',
    failed('upload-refused'),
    refused({ answered: [] }),
    /upload-refused/,
  ],
  ['a token that could be renewed', failed('token-expired'), forbidden(true), /token-expired/],
  ['a withdrawn token that was not', failed('token-invalid'), revoked({}), /token-invalid/],
  [
    'a token called expired that never was good',
    failed('token-expired'),
    forbidden(false, { answered: [401], served: 0 }),
    /token-expired/,
  ],
  ['the wrong name for a rate limit', failed('service-unavailable'), busy(429), /service-unavailable/],
  [
    'a loss with other bytes',
    failed('upload-refused'),
    lostTus(server({ vi1: 'hash of less' })),
    /upload-refused/,
  ],
  [
    'a loss with two videos',
    failed('upload-refused'),
    { ...lostTus(server({ vi1: HASH, vi2: HASH })), credential: { videoId: undefined, wasRevoked: false } },
    /upload-refused/,
  ],
  ['a browser with connections left', failed('network'), evidence({ isErratic: true, holes: 5 }), /network/],
  ['connections out of use elsewhere', failed('network'), evidence({ holes: 6 }), /network/],
  ['a token in the error', failed('upload-refused', 'at https://a.example/?token=abc'), refused(), /secret/],
  ['a signature in the error', failed('upload-refused', 'at /session/film?signature=2'), refused(), /secret/],
  ['a token in a path', failed('upload-refused', 'at /toABCDEFGHIJKLMNOPQRSTUV'), refused(), /secret/],
];

describe('the judge of fault schedules', () => {
  for (const [what, end, met] of credential)
    it(`takes for credential: ${what}`, async () => assert.equal(await judge(end, met), undefined));
  for (const [what, end, met, verdict] of wrong)
    it(`calls wrong: ${what}`, async () =>
      assert.match((await judge(end, met)) ?? 'nothing is wrong', verdict));
});
