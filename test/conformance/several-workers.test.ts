import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inRepository } from '../support/repository.ts';
import { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { freePort } from '../support/frameworks/languages.ts';
import { KEY, SandboxUnderTest } from '../support/sandbox.ts';

const WORKERS = 4;
const BACKEND = inRepository('backends/php/vh-backend.php');
const execute = promisify(execFile);

const languages = {
  /** Processes of PHP share a folder. */
  PHP: async (env: Record<string, string>) => {
    const port = await freePort();
    const words = ['-c', 'exec php -S "127.0.0.1:$0" "$1" 2>&1', port];
    const program = inRepository('test/support/backend/worker.php');
    return FrameworkServer.start({
      ...{ command: 'sh', words: [...words, program], ready: /started/, port, env },
    });
  },
  /** Processes of Python share a file of SQLite. */
  Python: (env: Record<string, string>) =>
    FrameworkServer.start({
      ...{ command: 'python3', words: [inRepository('test/support/backend/worker.py')], env },
    }),
};

/** Asks one process for the grant of an upload. */
async function ask(worker: FrameworkServer, key: string, visitor: string): Promise<Response> {
  return fetch(`${worker.url}/grants`, {
    method: 'POST',
    headers: {
      'origin': new URL(worker.url).origin,
      'content-type': 'application/json',
      'x-vh-request': '1',
      'cookie': visitor,
    },
    body: JSON.stringify({ file: { name: 'a.mp4', size: 5, type: '' }, idempotencyKey: key }),
  });
}

const keyOf = (number: number) => `upload-of-a-file-${String(number)}`;
const videoOf = async (response: Response) => ((await response.json()) as { videoId: string }).videoId;

for (const [language, start] of Object.entries(languages)) {
  describe(`several processes of ${language}`, () => {
    let service: SandboxUnderTest;
    let state: string;
    let workers: FrameworkServer[];
    let env: Record<string, string>;

    before(async () => {
      service = await SandboxUnderTest.start();
      state = await mkdtemp(path.join(tmpdir(), 'vh-workers-'));
      env = { VH_BASE_URL: service.url, VH_API_KEY: KEY, VH_STATE: state };
      workers = await Promise.all(Array.from({ length: WORKERS }, () => start(env)));
    });
    after(async () => {
      await Promise.all(workers.map((worker) => worker.end()));
      await service.end();
      await rm(state, { recursive: true });
    });

    const videosAtService = async () => {
      const { body } = await service.ask('GET', '/videos');
      return Number(body['pagination']?.['itemsTotal']);
    };

    it('make one video of each upload that all are asked for at once', async () => {
      const uploads = 12;
      const before = await videosAtService();
      for (let number = 0; number < uploads; number++) {
        const answers = await Promise.all(
          workers.map((worker) => ask(worker, keyOf(number), `visitor-${String(number)}`)),
        );
        assert.deepEqual(
          answers.map(({ status }) => status),
          Array.from(workers, () => 201),
        );
        const videos = await Promise.all(answers.map(videoOf));
        assert.equal(new Set(videos).size, 1);
      }
      assert.equal((await videosAtService()) - before, uploads);
    });

    it('let one visitor have no more grants together than one process would', async () => {
      const began = performance.now();
      const asked = Array.from({ length: 30 }, (_, number) =>
        workers.map((worker) => ask(worker, keyOf(1000 + number), 'one-visitor')),
      );
      const statuses = (await Promise.all(asked.flat())).map(({ status }) => status);
      const granted = statuses.filter((status) => status === 201).length;
      assert.deepEqual(new Set(statuses), new Set([201, 429]));
      // 60 at once, and one a second after that.
      const refilled = Math.ceil((performance.now() - began) / 1000);
      assert.ok(granted >= 60 && granted <= 60 + refilled, `${String(granted)} grants`);
    });

    it('take over from one that was killed while it made a video', async () => {
      const before = await videosAtService();
      const kills = 3;
      for (let number = 100; number < 100 + kills; number++) {
        const [doomed, ...others] = workers as [FrameworkServer, FrameworkServer, ...FrameworkServer[]];
        const lost = ask(doomed, keyOf(number), 'another').catch(() => undefined);
        const second = ask(others[0], keyOf(number), 'another');
        // It dies at another moment of its work each time.
        for (let turn = 0; turn < 2 * (number - 100); turn++) await new Promise(setImmediate);
        await doomed.end();
        await lost;
        workers = [...others, await start(env)];
        const answers = [
          await second,
          ...(await Promise.all(workers.map((one) => ask(one, keyOf(number), 'another')))),
        ];
        assert.deepEqual(
          answers.map(({ status }) => status),
          answers.map(() => 201),
        );
        assert.equal(new Set(await Promise.all(answers.map(videoOf))).size, 1);
      }
      // What a killed one had made without a word stays empty, and was granted to nobody.
      assert.ok((await videosAtService()) - before <= 2 * kills);
    });
  });
}

describe('the folder of PHP', () => {
  it('keeps an entry that one process writes while another deletes those that have ended', async (test) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vh-swept-'));
    test.after(() => rm(folder, { recursive: true }));
    const run = (program: string) =>
      execute('php', ['-r', `require $argv[1]; $store = new VhStore($argv[2]); ${program}`, BACKEND, folder]);
    const sweeper = run(
      'for ($at = 0; $at < 200_000 && !file_exists("$argv[2]/end"); $at++) $store->tidy();',
    );
    const { stdout } = await run(`
      $file = (fn () => $this->file('key'))->call($store);
      for ($lost = 0, $at = 0; $at < 3_000; $at++) {
        file_put_contents($file, "1.0\nended");
        touch($file, time() - 300);
        $store->set('key', 'new', 100);
        if ($store->get('key') !== 'new') $lost++;
      }
      touch("$argv[2]/end");
      echo $lost;`);
    await sweeper;
    assert.equal(stdout, '0');
  });
});
