import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inRepository } from '../../support/repository.ts';

interface Result {
  file: string;
  passed: number;
  failed: number;
  failures: { name: string; message: string }[];
  log: string;
  leftOut: string[];
}

interface Outcome {
  first: Result[];
  results: Result[];
  unsteady: { file: string; name: string; message: string }[];
}

/** A test file of its own for each way in which one can go wrong. */
const planted = (folder: string) => ({
  'passes': `it('passes', () => assert.ok(true));`,
  'fails-always': `console.log('what it said'); it('passes', () => {}); it('fails', () => assert.equal(1, 2));`,
  'fails-once': `
    const mark = ${JSON.stringify(path.join(folder, 'mark'))};
    it('fails once', () => { if (!existsSync(mark)) { writeFileSync(mark, ''); assert.fail('the first time'); } });`,
  'hangs': `it('hangs', () => new Promise((resolve) => setInterval(() => {}, 1_000)));`,
  'hangs-beside-a-server': `import { describe } from 'node:test';
    import { spawn } from 'node:child_process';
    const server = 'require("net").createServer().listen(0, "127.0.0.1", function () { console.log(this.address().port); })';
    describe('a suite', () => {
      it('passes', () => {});
      it('waits for its server', async () => {
        const child = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] });
        child.stdout.once('data', (port) => writeFileSync(${JSON.stringify(path.join(folder, 'port'))}, String(port)));
        await new Promise(() => {});
      });
      it('never runs', () => {});
    });`,
  'dies': `it('passes', () => {}); it('dies', () => { process.kill(process.pid, 'SIGKILL'); });`,
  'rejects': `it('passes', () => { Promise.reject(new TypeError('left alone')); });`,
  'rejects-late': `it('passes', () => { setTimeout(() => Promise.reject(new TypeError('left alone, late')), 50); });`,
  'before-hook': `import { before, describe } from 'node:test';
    describe('a suite', () => { before(() => assert.fail('no ground')); it('never runs', () => {}); });`,
  'leaves-out': `process.stderr.write('LEFT OUT, since there is no such store on this machine: a suite\\n');`,
  'fails-elsewhere': `import { suiteElsewhere } from './elsewhere.js';
    suiteElsewhere(() => it('fails in a suite of another file', () => assert.fail('as planted')));`,
  'holds-nothing': `console.log('no test here');`,
  'cannot-load': `import './missing.js'; it('passes', () => {});`,
});

describe('planted failures', () => {
  let folder: string;
  let outcome: Outcome;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'planted-'));
    for (const [name, text] of Object.entries(planted(folder))) {
      const head = `import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { existsSync, writeFileSync } from 'node:fs';\n`;
      await writeFile(path.join(folder, `${name}.test.js`), head + text);
    }
    await writeFile(
      path.join(folder, 'elsewhere.js'),
      `import { describe } from 'node:test';\nexport const suiteElsewhere = (suite) => describe('elsewhere', suite);`,
    );
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const script = inRepository('test/scripts/suites/support/run-planted.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder], { env });
    outcome = JSON.parse(stdout) as Outcome;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const of = (name: string, results = outcome.results) => {
    const result = results.find(({ file }) => file === `${name}.test.js`);
    assert.ok(result, name);
    return result;
  };

  it('lets a file that passes pass', () => {
    assert.deepEqual([of('passes').passed, of('passes').failed], [1, 0]);
  });

  it('lets a file pass that leaves out its only suite, and says why it does', () => {
    const { passed, failed, leftOut } = of('leaves-out');
    assert.deepEqual([passed, failed, leftOut], [0, 0, ['there is no such store on this machine']]);
  });

  it('names a test that fails in a suite that another file opens', () => {
    const { failed, failures } = of('fails-elsewhere');
    assert.deepEqual([failed, failures[0]?.message], [1, 'as planted']);
  });

  it('names a test that fails each time, with its message and the output of its file', () => {
    const { passed, failed, failures, log } = of('fails-always');
    assert.deepEqual([passed, failed, failures[0]?.name], [1, 1, 'fails']);
    assert.match(failures[0]?.message ?? '', /strictly equal: 1 !== 2$/);
    assert.match(log, /what it said/);
  });

  it('calls a test unsteady that fails and then passes alone, with its first message', () => {
    assert.equal(of('fails-once', outcome.first).failed, 1);
    assert.deepEqual([of('fails-once').passed, of('fails-once').failed], [1, 0]);
    assert.deepEqual(outcome.unsteady, [
      { file: 'fails-once.test.js', name: 'fails once', message: 'the first time' },
    ]);
  });

  it('names the test at which a file hangs', () => {
    const { passed, failures } = of('hangs-beside-a-server');
    assert.equal(passed, 1);
    assert.match(failures[0]?.message ?? '', /did not end .*"waits for its server"/);
  });

  it('ends what a file that hangs has started', async () => {
    const port = Number(await readFile(path.join(folder, 'port'), 'utf8'));
    const socket = connect(port, '127.0.0.1');
    try {
      await assert.rejects(once(socket, 'connect'), { code: 'ECONNREFUSED' });
    } finally {
      socket.destroy();
    }
  });

  for (const [name, message] of [
    ['hangs', /timed out|did not end/],
    ['dies', /SIGKILL/],
    ['rejects', /left alone/],
    ['rejects-late', /left alone, late/],
    ['holds-nothing', /holds no test/],
    ['before-hook', /no ground/],
    ['cannot-load', /code 1|missing/],
  ] as const) {
    it(`counts a file that ${name.replaceAll('-', ' ')} as failed`, () => {
      const { failed, failures } = of(name);
      assert.ok(failed > 0, JSON.stringify(failures));
      assert.match(failures.map((one) => one.message).join('\n'), message);
    });
  }
});
