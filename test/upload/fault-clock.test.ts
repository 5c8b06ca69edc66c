import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { CuttableEnvironment } from '../support/upload/faults/cuttable-environment.ts';
import { FaultyLine } from '../support/upload/faults/faulty-line.ts';
import { lookAtLine } from '../support/upload/faults/look-at-line.ts';
import { NodeXhr } from '../support/upload/faults/node-xhr.ts';
import { SkippingClock, type Look } from '../support/upload/faults/skipping-clock.ts';

/** Looks that find the same: many more than it takes to let time pass. */
const MANY = 60;
/** Longer than any upload waits for an answer. */
const LONG_MS = 90_000;

describe('the clock of a schedule of faults', () => {
  it('does not count the time of a busy machine while something moves', async () => {
    let [real, looks, isOver] = [0, 0, false];
    const clock = new SkippingClock(
      () => {
        looks++;
        return looks < MANY ? 'moving' : 'still';
      },
      // An hour between any two looks.
      () => (real += 3_600_000),
    );
    const began = clock.now();
    await clock.sleep(9_000).then(() => (isOver = true));
    assert.ok(isOver && looks >= MANY, `it came after ${String(looks)} looks`);
    assert.ok(clock.now() - began < 3 * 9_000, 'an hour passed');
  });

  it('has no two moments that are the same', () => {
    const clock = new SkippingClock(
      () => 'still',
      () => 0,
    );
    assert.ok(clock.now() < clock.now());
  });

  describe('over a line', () => {
    let server: Server;
    let line: FaultyLine;
    let environment: CuttableEnvironment;
    let looks: Look[] = [];
    /** What the server does with its request, and after many looks. */
    let first: (response: ServerResponse) => void;
    let then: (response: ServerResponse) => void;

    before(async () => {
      server = createServer((_, response) => {
        first(response);
        late = () => {
          then(response);
        };
        looks = [];
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      line = await FaultyLine.to(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    });
    let late = () => {};

    beforeEach(() => {
      line.begin([]);
      NodeXhr.renew();
      looks = [];
      const look = (asked: number) => {
        const seen = lookAtLine(line, asked);
        if (looks.push(seen) === MANY) late();
        return seen;
      };
      const sender = { reportsProgress: true, send: () => Promise.reject(new Error('no sender')) };
      const view = { look, setDown: () => {} };
      environment = new CuttableEnvironment(sender, view, () => 0, { connection: 'close' });
    });

    after(async () => {
      await line.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });

    /** What comes first: the answer, or the end of the wait for it. */
    const race = (answer: Promise<string>) => {
      const wait = environment.sleep(LONG_MS).then(() => 'the wait is over');
      return Promise.race([answer, wait]);
    };

    const send = () =>
      new Promise<string>((resolve) => {
        const xhr = new NodeXhr();
        xhr.open('PATCH', line.url);
        xhr.onloadend = () => {
          resolve(xhr.responseText);
        };
        xhr.send(new Blob(['bytes']));
      });

    it('waits for the answer behind an interim one', async () => {
      first = ({ socket }) =>
        socket?.write('HTTP/1.1 104 Upload Resumption Supported\r\nupload-offset: 5\r\n\r\n');
      then = (response) => response.end('stored');
      assert.equal(await race(send()), 'stored');
    });

    it('waits for the end of an answer', async () => {
      first = (response) => response.write('sto');
      then = (response) => response.end('red');
      const answer = environment.fetch(line.url, {}).then((response) => response.text());
      assert.equal(await race(answer), 'stored');
    });

    it('waits for no answer on a connection that is dead', async () => {
      first = () => {};
      then = () => {};
      line.begin([{ side: 'up', after: 10, how: 'hole' }]);
      assert.equal(await race(send()), 'the wait is over');
      line.begin([{ side: 'up', after: 10, how: 'hole' }]);
      const lost = environment.fetch(line.url, {}).then(
        () => 'answered',
        () => 'failed',
      );
      assert.equal(await race(lost), 'the wait is over');
    });

    it('waits for what a live connection answers beside a dead one', async () => {
      first = () => {};
      then = (response) => response.end('stored');
      line.begin([{ side: 'up', after: 10, how: 'hole' }]);
      void send();
      assert.equal(await race(send()), 'stored');
    });
  });
});
