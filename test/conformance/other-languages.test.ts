import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { conformance } from '../../src/conformance/command.ts';
import { FrameworkServer, type Launch } from '../support/frameworks/framework-server.ts';
import { ServiceWithThings } from '../support/frameworks/site-under-test.ts';
import { inRepository } from '../support/repository.ts';

const example = (name: string) => inRepository('test/frameworks', name);

/** The reference backends, and how their examples are started. */
const languages: readonly [name: string, launch: Launch][] = [
  ['Python', { command: 'python3', words: [example('python.py')] }],
  ['PHP', { command: process.execPath, words: [example('php.mjs')] }],
];
const interpreters = { Python: 'python3', PHP: 'php' } as const;

describe('the reference backends in other languages', () => {
  let service: ServiceWithThings;
  let state: string;
  before(async () => {
    state = await mkdtemp(path.join(tmpdir(), 'vh-backend-'));
    service = await ServiceWithThings.start();
  });
  after(async () => {
    await service.end();
    await rm(state, { recursive: true, force: true });
  });

  const start = (launch: Launch, env: Readonly<Record<string, string>> = {}) =>
    FrameworkServer.start({ ...launch, env: { ...service.env, VH_STATE: state, ...env } });

  for (const [name, launch] of languages) {
    const interpreter = interpreters[name as keyof typeof interpreters];
    describe(name, () => {
      before(() => {
        const { status } = spawnSync(interpreter, ['--version'], { stdio: 'ignore' });
        assert.equal(status, 0, `${interpreter} is not on this machine and could not be installed`);
      });

      it('keeps the contract', async () => {
        const server = await start(launch);
        try {
          const lines: string[] = [];
          const code = await conformance(service.wordsFor(server.url), (text) => void lines.push(text));
          const odd = lines.filter((line) => !line.startsWith('ok'));
          assert.equal(code, 0, odd.join(''));
          assert.match(odd.join(''), /^\n\d\d passed, 0 failed, 0 left out\n$/);
        } finally {
          await server.end();
        }
      });
    });
  }
});
