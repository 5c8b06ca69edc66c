import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { videoOf, Workers, type WorkerLanguage } from '../../support/backend/workers.ts';
import { inRepository } from '../../support/repository.ts';
import { settled, until } from '../../support/until.ts';

const BACKEND = inRepository('backends/php/vh-backend.php');
const execute = promisify(execFile);
const keyOf = (number: number) => `upload-of-a-file-${String(number)}`;

/** True for an answer that says when to come back, since another process makes the video. */
const isLater = ({ status, headers }: Response): boolean =>
  status === 502 && headers.get('retry-after') === '2';

/** All have the grant, and for the same video. */
async function assertOneVideo(answers: readonly Response[]): Promise<void> {
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 201),
  );
  assert.equal(new Set(await Promise.all(answers.map(videoOf))).size, 1);
}

for (const language of ['PHP', 'Python'] as const satisfies WorkerLanguage[]) {
  describe(`several processes of ${language}`, () => {
    let workers: Workers;
    before(async () => {
      workers = await Workers.start(language, 4);
    });
    after(() => workers.end());

    it('make one video of each upload that all are asked for at once', async () => {
      const uploads = 12;
      const before = await workers.videos();
      for (let number = 0; number < uploads; number++) {
        const [key, visitor] = [keyOf(number), `visitor-${String(number)}`];
        const answers = await workers.askAll(key, visitor);
        assert.ok(
          answers.some(({ status }) => status === 201),
          'one of them makes it',
        );
        // A process that sees another one make the video says so, and the uploader comes back.
        const again = answers.map((answer, at) =>
          isLater(answer) ? workers.ask(at, key, visitor) : Promise.resolve(answer),
        );
        await assertOneVideo(await Promise.all(again));
      }
      assert.equal((await workers.videos()) - before, uploads);
    });

    it('let one visitor have no more grants together than one process would', async () => {
      const began = performance.now();
      const asked = Array.from({ length: 30 }, (_, number) =>
        workers.askAll(keyOf(1000 + number), 'one-visitor'),
      );
      const answers = (await Promise.all(asked)).flat();
      const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
      const [granted, later] = [count(201), answers.filter(isLater).length];
      assert.equal(granted + later + count(429), answers.length);
      // 60 at once, and one a second after that. One that another process is making takes of them, too.
      const refilled = Math.ceil((performance.now() - began) / 1000);
      const said = `${String(granted)} grants, ${String(later)} for later`;
      assert.ok(granted + later >= 60 && granted + later <= 60 + refilled, said);
    });

    it('take over from one that was killed while it made a video', async () => {
      const before = await workers.videos();
      const kills = 3;
      for (let kill = 0; kill < kills; kill++) {
        const key = keyOf(100 + kill);
        const lost = workers.ask(0, key, 'another').catch(() => undefined);
        // The mark of the killed one counts for some seconds, and each try takes of the visitor's limit.
        const ask = async (worker: number) => {
          let answer: Response | undefined;
          await until(async () => {
            answer = await workers.ask(worker, key, 'another');
            return answer.status === 201;
          });
          return answer ?? Response.error();
        };
        const second = ask(1);
        // It dies at another moment of its work each time.
        await settled(2 * kill);
        await workers.replace(0);
        await lost;
        await assertOneVideo([await second, ...(await Promise.all([0, 1, 2, 3].map(ask)))]);
      }
      // The video of a killed one stays empty, and no page got its grant.
      assert.ok((await workers.videos()) - before <= 2 * kills);
    });
  });
}

describe('the folder of PHP', () => {
  it('keeps an entry that one process writes while another deletes ended ones', async (test) => {
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
        file_put_contents($file, "1.0\\nended");
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
