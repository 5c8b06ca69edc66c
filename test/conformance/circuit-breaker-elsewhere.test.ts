import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { askGrant, WORKER_LANGUAGES } from '../support/backend/workers.ts';
import { eventually } from '../support/eventually.ts';
import type { FrameworkServer } from '../support/frameworks/framework-server.ts';
import { KEY } from '../support/sandbox/sandbox.ts';
import { InstantService } from '../support/backend/instant-service.ts';

/** Failures in a row, and the shortest pause after them, in milliseconds. */
const FAILURES = 5;
const SHORTEST_PAUSE_MS = 500;
const VISITORS = 60;
/** Processes of PHP share what they know of the service; each of Python has its own knowledge. */
const PROCESSES = { PHP: 2, Python: 1 } as const;

for (const [language, count] of Object.entries(PROCESSES) as ['PHP' | 'Python', number][]) {
  describe(`a backend in ${language} whose service fails again and again`, () => {
    let service: InstantService;
    let folder: string;
    let processes: FrameworkServer[];
    let asked = 0;
    /** Each visitor has a name of its own, so that no limit of theirs is met; the processes take turns. */
    const grant = () => {
      const number = String(asked++);
      const url = processes[asked % count]?.url ?? '';
      return askGrant(url, `an-upload-of-visitor-${number}`, `visitor-${number}`);
    };
    const playback = () => fetch(`${processes[0]?.url ?? ''}/playback/videos/vi1`);
    const refusal = async () => {
      const answer = await grant();
      return answer.status === 503 ? answer : undefined;
    };
    const granted = async () => ((await grant()).status === 201 ? true : undefined);

    before(async () => {
      service = await InstantService.start();
      folder = await mkdtemp(path.join(tmpdir(), 'vh-breaker-'));
      const env = { VH_BASE_URL: service.url, VH_API_KEY: KEY, VH_STATE: folder };
      processes = await Promise.all(Array.from({ length: count }, () => WORKER_LANGUAGES[language](env)));
    });
    after(async () => {
      await Promise.all(processes.map((one) => one.end()));
      await service.end();
      await rm(folder, { recursive: true, force: true });
    });

    it('asks it seldom, refuses grants with 503 and a time, and grants again when it is back', async () => {
      for (let process = 0; process < count; process++) assert.equal((await grant()).status, 201);
      service.trouble = (response) => response.writeHead(500).end('{}');
      const [before, began] = [service.askedAt.length, performance.now()];
      for (let visitor = 0; visitor < VISITORS; visitor++) await grant();
      const trials = Math.ceil((performance.now() - began) / SHORTEST_PAUSE_MS);
      const questions = service.askedAt.length - before;
      assert.ok(questions >= FAILURES && questions <= FAILURES + trials, `${String(questions)} questions`);
      const refused = await eventually(refusal);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-6]$/);
      const { type } = (await refused.json()) as { type: string };
      assert.equal(type, 'vh-elements/service-unavailable');
      service.trouble = undefined;
      assert.ok(await eventually(granted));
      // The pause is over for all visitors.
      for (let visitor = 0; visitor < 10; visitor++) assert.equal((await grant()).status, 201);
    });

    it('answers playbacks with what it keeps while nothing listens there, and lives on', async () => {
      assert.equal((await playback()).status, 200);
      await service.end();
      await eventually(refusal);
      assert.equal((await playback()).status, 200);
      await service.listenAgain();
      assert.ok(await eventually(granted));
    });

    it('does not leave it alone for what it refuses', async () => {
      service.trouble = (response) => response.writeHead(403).end('{}');
      const before = service.askedAt.length;
      for (let visitor = 0; visitor < 2 * FAILURES; visitor++) assert.equal((await grant()).status, 502);
      assert.ok(service.askedAt.length - before >= 2 * FAILURES);
      service.trouble = undefined;
      assert.equal((await grant()).status, 201);
    });
  });
}
