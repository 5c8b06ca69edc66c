import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConcurrencyTuner } from '../../../src/upload/sending/concurrency-tuner.ts';
import {
  assertFailed,
  assertWhole,
  PARTS,
  waitForEnd,
  setUpUpload,
  setUpUploadInto,
  waitForStatus,
} from '../../support/upload/upload-run.ts';
import { keepingMemory } from '../support/put-store.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { settled, until } from '../../support/until.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';

const MIB = 2 ** 20;
/** After so long, an upload no longer waits for a save. */
const SAVE_TIMEOUT_MS = 2_000;

describe('Upload, several parts at once', () => {
  it('sends the first part alone while the video has no name, then several', async () => {
    const { service, upload, environment } = setUpUpload({}, {}, makeFile(40));
    let [open, most] = [0, 0];
    const send = environment.sender.send;
    const atOnce: number[] = [];
    environment.sender.send = async (request) => {
      atOnce.push(++open);
      most = Math.max(most, open);
      try {
        return await send(request);
      } finally {
        open--;
      }
    };
    upload.start();
    await waitForEnd(upload);
    assertWhole(service, 40);
    assert.equal(atOnce[0], 1);
    assert.equal(service.seen.filter(({ fields }) => !fields.includes('videoId')).length, 1);
    assert.ok(most > 1 && most <= 6, `${String(most)} at once`);
  });

  for (const [why, isOffline] of [
    ['offline', true],
    ['busy', false],
  ] as const) {
    it(`says what it waits for (${why}) once the last part that was on its way has arrived`, async () => {
      const { service, upload, environment } = setUpUpload({ videoId: 'viG' }, {}, makeFile(40));
      const post = service.post.bind(service);
      let answer = () => {};
      let asked = 0;
      service.post = async (...request) => {
        // Of two parts on their way, one fails; the other arrives after everybody has come to wait.
        const nth = ++asked;
        if (nth === 2) await new Promise<void>((resolve) => (answer = resolve));
        if (nth !== 3) return post(...request);
        environment.offline = isOffline;
        environment.reachable = !isOffline;
        if (isOffline) throw new TypeError('reset');
        return new Response(null, { status: 503, headers: { 'retry-after': '5' } });
      };
      environment.onSleep = (ms) => {
        if (asked >= 3 && ms >= 2_000) void settled(1).then(answer);
      };
      upload.start();
      const state = await waitForStatus(upload, 'waiting');
      assert.equal(state.status === 'waiting' && state.why, why);
      environment.comeBack();
      assert.equal((await waitForEnd(upload)).status, 'playable');
      assertWhole(service, 40);
    });
  }

  it('asks for one fresh grant, however many parts are refused', async () => {
    const { service, upload, environment, grant } = setUpUpload({}, {}, makeFile(40));
    upload.cancel();
    const reasons: string[] = [];
    const settings = {
      grant: (reason: string) => {
        reasons.push(reason);
        return { ...grant, token: reason === 'start' ? 'stale' : 'good' };
      },
    };
    service.tokens.add('stale');
    const { Upload } = await import('../../../src/upload/upload.ts');
    const other = new Upload(makeFile(40), { settings: () => settings, environment });
    other.store.subscribe(({ sent }) => {
      if (sent > 4) service.tokens.delete('stale');
    });
    other.start();
    assert.equal((await waitForEnd(other)).status, 'playable');
    assertWhole(service, 40);
    assert.deepEqual(reasons, ['start', 'refused']);
  });

  it('refreshes a grant once before it expires, and keeps the old one when that fails', async () => {
    for (const isRefused of [false, true]) {
      const reasons: string[] = [];
      const { service, upload } = setUpUpload(
        {
          grant: (reason: string) => {
            reasons.push(reason);
            if (isRefused && reason === 'expiring') throw new RangeError('not now');
            const end = Date.now() + (reason === 'start' ? 30_000 : 3_600_000);
            return {
              protocol: 'parts',
              url: service.url,
              token: 'good',
              videoId: 'viG',
              partSize: { min: 4 },
              expiresAt: new Date(end).toISOString(),
            };
          },
        },
        {},
        makeFile(40),
      );
      upload.start();
      assert.equal((await waitForEnd(upload)).status, 'playable');
      assertWhole(service, 40);
      assert.deepEqual(reasons, ['start', 'expiring']);
    }
  });

  it('begins with all parts that the wire takes at once, where the video has a name', async () => {
    const { service, upload } = setUpUploadInto('viG', makeFile(60));
    const post = service.post.bind(service);
    let [asked, answer] = [0, () => {}];
    const all = new Promise<void>((resolve) => (answer = resolve));
    service.post = async (...request) => {
      // The service answers no part before six have arrived.
      if (++asked === 6) answer();
      await all;
      return post(...request);
    };
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service, 60);
  });

  it('sends a part that a finished save has, although the next save is under way', async () => {
    const service = new FakeService();
    let isStuck = false;
    const memory = keepingMemory(({ parts }) => {
      if (isStuck) return new Promise(() => {});
      isStuck = parts.length >= 12;
      return Promise.resolve();
    });
    const environment = Object.assign(new FakeEnvironment(service), {
      openMemory: () => Promise.resolve(memory),
    });
    const grant = {
      protocol: 'parts',
      url: service.url,
      token: 'good',
      partSize: PARTS,
      videoId: 'viG',
    } as const;
    const { upload } = setUpUpload({ grant }, { environment }, makeFile(60), service);
    upload.start();
    await until(() => service.seen.length >= 12);
    assert.ok(!environment.waits.includes(SAVE_TIMEOUT_MS), String(environment.waits));
  });

  it('takes back what a slow line has no room for, and sends it later', async () => {
    const { service, upload, environment } = setUpUploadInto('viG', makeFile(60));
    const { send } = environment.sender;
    let [open, withdrawn, isSlow] = [0, 0, true];
    environment.sender.send = async (request) => {
      open++;
      const isHeld = isSlow && open > 1;
      const aborted = new Promise<never>((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
      if (isHeld) aborted.catch(() => withdrawn++);
      try {
        if (isSlow && open === 6) {
          request.onProgress(1);
          environment.time += 2_001;
          isSlow = false;
          request.onProgress(2);
        }
        return await (isHeld ? aborted : Promise.race([aborted, send(request)]));
      } finally {
        open--;
      }
    };
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service, 60);
    assert.equal(withdrawn, 5, 'one connection is left');
  });

  it('counts what fails together once', async () => {
    const { service, upload } = setUpUpload({}, {}, makeFile(60));
    service.faults.push(undefined, ...Array.from({ length: 30 }, () => 'reset' as const));
    upload.start();
    // Six at once fail as one: thirty failures are five rounds, and not the end.
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service, 60);
  });

  it('starts over once when the service has lost the video', async () => {
    const { service, upload, states } = setUpUpload({}, {}, makeFile(40));
    service.faults.push(undefined, { status: 404 });
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assert.ok(states.some((state) => state.status === 'waiting' && state.why === 'restart'));
    const { service: other, upload: lost } = setUpUpload({}, {}, makeFile(40));
    other.faults.push(
      undefined,
      { status: 404 },
      undefined,
      ...Array.from({ length: 9 }, () => ({ status: 404 })),
    );
    lost.start();
    assertFailed(await waitForEnd(lost), 'not-found');
  });
});

describe('ConcurrencyTuner', () => {
  const limits = { minBytes: 5 * MIB, maxConnections: 6 };

  it('keeps a slow line to one connection, and gives a fast one six', () => {
    const [slow, fast] = [new ConcurrencyTuner(), new ConcurrencyTuner()];
    slow.onPartStored(5 * MIB, 40_000, 1, limits);
    fast.onPartStored(5 * MIB, 1_000, 1, limits);
    assert.deepEqual([slow.connections, fast.connections], [1, 6]);
    fast.restartFromOne();
    assert.equal(fast.connections, 1);
  });

  it('begins with six, and keeps them where enough has left after two seconds', () => {
    const tuner = new ConcurrencyTuner();
    assert.equal(tuner.connections, 6);
    assert.equal(tuner.onProgress(MIB, 0, limits), false);
    assert.equal(tuner.onProgress(3 * MIB, 1_999, limits), false);
    assert.equal(tuner.connections, 6, 'that is too early to judge');
    assert.equal(tuner.onProgress(9 * MIB, 2_000, limits), false);
    assert.equal(tuner.connections, 6);
  });

  it('takes connections back on a line that is seen to be slow, once', () => {
    const tuner = new ConcurrencyTuner();
    tuner.onProgress(6 * MIB, 0, limits);
    assert.equal(tuner.onProgress(7 * MIB, 2_000, limits), true, 'what was there at first lay in buffers');
    assert.equal(tuner.connections, 1);
    assert.equal(tuner.onProgress(7 * MIB, 4_000, limits), false);
  });

  it('measures again after a failure, which takes back the sent bytes', () => {
    const tuner = new ConcurrencyTuner();
    tuner.onProgress(9 * MIB, 0, limits);
    tuner.onFailure();
    assert.equal(tuner.onProgress(0, 2_000, limits), false);
    assert.equal(tuner.onProgress(9 * MIB, 4_000, limits), false);
    assert.equal(tuner.connections, 6);
  });

  it('gives a server that asked for less no more until something is stored', () => {
    const tuner = new ConcurrencyTuner();
    tuner.restartFromOne();
    tuner.onProgress(0, 0, limits);
    tuner.onProgress(90 * MIB, 2_000, limits);
    assert.equal(tuner.connections, 1);
    tuner.onPartStored(5 * MIB, 900, 1, limits);
    assert.equal(tuner.connections, 6);
  });

  it('opens no more than the transport allows', () => {
    const tuner = new ConcurrencyTuner();
    tuner.onPartStored(5 * MIB, 1_000, 1, { ...limits, maxConnections: 1 });
    assert.equal(tuner.connections, 1);
    tuner.onPartStored(5 * MIB, 1_000, 1, limits);
    assert.equal(tuner.connections, 6);
  });

  /** Connections after `count` parts on a line of `all` bytes a second, of which one connection gets `each` at most. */
  function settle(tuner: ConcurrencyTuner, each: number, all: number, count = 40): number {
    for (let part = 0; part < count; part++) {
      const speed = Math.min(each, all / tuner.connections);
      tuner.onPartStored(5 * MIB, (5 * MIB * 1000) / speed, tuner.connections, limits);
    }
    return tuner.connections;
  }

  it('goes back to one where a buffer took what the line cannot carry', () => {
    const tuner = new ConcurrencyTuner();
    assert.equal(settle(tuner, MIB / 4, MIB / 4), 1);
  });

  it('has as many as the line fills', () => {
    assert.equal(settle(new ConcurrencyTuner(), 10 * MIB, 1.5 * MIB), 3);
  });

  it('adds where more bring more, after a slow start', () => {
    const tuner = new ConcurrencyTuner();
    tuner.onPartStored(5 * MIB, 40_000, 1, limits);
    assert.equal(settle(tuner, MIB, Infinity), 6);
  });

  it('makes parts smaller when they fail, and slowly larger again', () => {
    const tuner = new ConcurrencyTuner();
    tuner.onFailure();
    tuner.onFailure();
    assert.equal(tuner.sizeFactor, 1 / 4);
    tuner.onPartStored(MIB, 1, 1, { minBytes: MIB, maxConnections: 1 });
    assert.ok(tuner.sizeFactor > 1 / 4 && tuner.sizeFactor < 1 / 3);
  });
});
