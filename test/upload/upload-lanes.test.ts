import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Pace } from '../../src/upload/pace.ts';
import { assertFailed, assertWhole, ended, setUp, when } from '../support/upload-run.ts';
import { makeFile } from '../support/uploader-file.ts';

const MIB = 2 ** 20;

describe('Upload, several parts at once', () => {
  it('sends the first part alone while the video has no name, then several', async () => {
    const { service, upload, world } = setUp({}, {}, makeFile(40));
    let [open, most] = [0, 0];
    const send = world.sender.send;
    const atOnce: number[] = [];
    world.sender.send = async (request) => {
      atOnce.push(++open);
      most = Math.max(most, open);
      try {
        return await send(request);
      } finally {
        open--;
      }
    };
    upload.start();
    await ended(upload);
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
      const { service, upload, world } = setUp({ videoId: 'viG' }, {}, makeFile(40));
      const post = service.post.bind(service);
      let answer = () => {};
      let asked = 0;
      service.post = async (...request) => {
        // Of two parts on their way, one fails; the other arrives after everybody has come to wait.
        const nth = ++asked;
        if (nth === 2) await new Promise<void>((resolve) => (answer = resolve));
        if (nth !== 3) return post(...request);
        world.offline = isOffline;
        world.reachable = !isOffline;
        if (isOffline) throw new TypeError('reset');
        return new Response(null, { status: 503, headers: { 'retry-after': '5' } });
      };
      world.onSleep = (ms) => {
        if (asked >= 3 && ms >= 2_000) setImmediate(answer);
      };
      upload.start();
      const state = await when(upload, 'waiting');
      assert.equal(state.status === 'waiting' && state.why, why);
      world.comeBack();
      assert.equal((await ended(upload)).status, 'playable');
      assertWhole(service, 40);
    });
  }

  it('asks for one fresh grant, however many parts are refused', async () => {
    const { service, upload, world, grant } = setUp({}, {}, makeFile(40));
    upload.cancel();
    const reasons: string[] = [];
    const settings = {
      grant: (reason: string) => {
        reasons.push(reason);
        return { ...grant, token: reason === 'start' ? 'stale' : 'good' };
      },
    };
    service.tokens.add('stale');
    const { Upload } = await import('../../src/upload/upload.ts');
    const other = new Upload(makeFile(40), { settings: () => settings, world });
    other.store.subscribe(({ sent }) => {
      if (sent > 4) service.tokens.delete('stale');
    });
    other.start();
    assert.equal((await ended(other)).status, 'playable');
    assertWhole(service, 40);
    assert.deepEqual(reasons, ['start', 'refused']);
  });

  it('renews a grant before it ends, once, and goes on with the old one where that fails', async () => {
    for (const isRefused of [false, true]) {
      const reasons: string[] = [];
      const { service, upload } = setUp(
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
      assert.equal((await ended(upload)).status, 'playable');
      assertWhole(service, 40);
      assert.deepEqual(reasons, ['start', 'expiring']);
    }
  });

  it('counts what fails together once', async () => {
    const { service, upload } = setUp({}, {}, makeFile(60));
    service.faults.push(undefined, ...Array.from({ length: 30 }, () => 'reset' as const));
    upload.start();
    // Six at once fail as one: thirty failures are five rounds, and not the end.
    assert.equal((await ended(upload)).status, 'playable');
    assertWhole(service, 60);
  });

  it('begins anew, once, when the service has lost the video', async () => {
    const { service, upload, states } = setUp({}, {}, makeFile(40));
    service.faults.push(undefined, { status: 404 });
    upload.start();
    assert.equal((await ended(upload)).status, 'playable');
    assert.ok(states.some((state) => state.status === 'waiting' && state.why === 'anew'));
    const { service: other, upload: lost } = setUp({}, {}, makeFile(40));
    other.faults.push(
      undefined,
      { status: 404 },
      undefined,
      ...Array.from({ length: 9 }, () => ({ status: 404 })),
    );
    lost.start();
    assertFailed(await ended(lost), 'not-found');
  });
});

describe('Pace', () => {
  it('keeps a slow line to one lane, and gives a fast one six', () => {
    const [slow, fast] = [new Pace(), new Pace()];
    slow.succeed(5 * MIB, 40_000, 5 * MIB, 6);
    fast.succeed(5 * MIB, 1_000, 5 * MIB, 6);
    assert.deepEqual([slow.lanes, fast.lanes], [1, 6]);
    fast.slow();
    assert.equal(fast.lanes, 1);
  });

  it('opens lanes when enough of the first part has left, and only then', () => {
    const pace = new Pace();
    pace.see(MIB, 10, 5 * MIB, 6);
    assert.equal(pace.lanes, 1, 'that may lie in a buffer');
    pace.see(3 * MIB, 500, 5 * MIB, 6);
    assert.equal(pace.lanes, 6);
    pace.succeed(5 * MIB, 900, 5 * MIB, 6);
    pace.slow();
    pace.see(5 * MIB, 10, 5 * MIB, 6);
    assert.equal(pace.lanes, 1, 'whoever asked for less gets less until something is stored');
  });

  it('opens them by what leaves, however large the parts are', () => {
    const [fast, slow] = [new Pace(), new Pace()];
    fast.see(3 * MIB, 500, 90 * MIB, 6);
    slow.see(3 * MIB, 30_000, 90 * MIB, 6);
    assert.deepEqual([fast.lanes, slow.lanes], [6, 1]);
  });

  it('keeps six for a while before it tries fewer', () => {
    const pace = new Pace();
    pace.succeed(5 * MIB, 1_000, 5 * MIB, 6);
    for (let time = 0; time < 20_000; time += 500) {
      pace.add(MIB, time, 6, 6);
      assert.equal(pace.lanes, 6);
    }
  });

  /** Lets `pace` run for an hour on a line of that speed a lane, up to that speed in all. */
  function run(pace: Pace, lane: number, all: number): number {
    let lanes = 0;
    for (let time = 0; time < 3_600_000; time += 500) {
      pace.add(Math.min(lane * pace.lanes, all) / 2, time, pace.lanes, 6);
      lanes += pace.lanes;
    }
    return lanes / 7_200;
  }

  it('goes back to few where more bring nothing', () => {
    const pace = new Pace();
    pace.succeed(5 * MIB, 1_000, 5 * MIB, 6);
    assert.ok(run(pace, 5 * MIB, 5 * MIB) < 2);
  });

  it('stays with six where each lane has a speed of its own', () => {
    const pace = new Pace();
    pace.succeed(5 * MIB, 1_000, 5 * MIB, 6);
    assert.ok(run(pace, MIB, Infinity) > 5);
  });

  it('adds where more bring more, after a slow start', () => {
    const pace = new Pace();
    pace.succeed(5 * MIB, 40_000, 5 * MIB, 6);
    assert.ok(run(pace, MIB, Infinity) > 5);
  });

  it('makes parts smaller when they fail, and slowly larger again', () => {
    const pace = new Pace();
    pace.fail();
    pace.fail();
    assert.equal(pace.care, 1 / 4);
    pace.succeed(MIB, 1, MIB, 1);
    assert.ok(pace.care > 1 / 4 && pace.care < 1 / 3);
  });
});
