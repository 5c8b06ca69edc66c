import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import { readCommandLine } from '../../packages/vh-elements-sandbox/src/command/command-line.ts';
import { inRepository } from '../support/repository.ts';
import { ServiceUnderTest } from '../support/sandbox/service-under-test.ts';

const FOLDER = 'integrations/docker';
const INSTRUCTIONS = new Set(
  'FROM ENV WORKDIR COPY RUN USER EXPOSE HEALTHCHECK CMD ENTRYPOINT VOLUME'.split(' '),
);

/** The instructions of a Dockerfile, by their stage. */
function stagesOf(name: string, folder = FOLDER): { word: string; rest: string }[][] {
  const text = readFileSync(inRepository(folder, name), 'utf8').replace(/\\\n\s*/g, '');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const stages: { word: string; rest: string }[][] = [];
  for (const line of lines) {
    const [word = '', ...rest] = line.split(' ');
    assert.ok(INSTRUCTIONS.has(word), line);
    if (word === 'FROM') stages.push([]);
    stages.at(-1)?.push({ word, rest: rest.join(' ') });
  }
  return stages;
}

describe('the images of integrations/docker', () => {
  for (const name of ['backend/Dockerfile', 'sandbox/Dockerfile']) {
    it(`copy only existing files, pin their base, and run without rights: ${name}`, () => {
      const stages = stagesOf(name);
      const names = new Set<string>();
      for (const stage of stages) {
        const [, base, as] = /^(\S+)(?: AS (\w+))?$/.exec(stage[0]?.rest ?? '') ?? [];
        assert.match(base ?? '', /^node:\d+-[a-z]+-slim$/);
        if (as !== undefined) names.add(as);
        for (const { rest } of stage.filter(({ word }) => word === 'COPY')) {
          const [, from, source = ''] = /^(?:--from=(\w+) )?(\S+) \S+$/.exec(rest) ?? [];
          if (from === undefined) assert.ok(existsSync(inRepository(source)), source);
          else assert.ok(names.has(from), from);
        }
      }
      const last = stages.at(-1) ?? [];
      const valueOf = (wanted: string) => last.findLast(({ word }) => word === wanted)?.rest;
      assert.equal(valueOf('USER'), 'node');
      assert.ok(valueOf('EXPOSE'));
      const check = JSON.parse(/CMD (\[.*\])$/.exec(valueOf('HEALTHCHECK') ?? '')?.[1] ?? '[]') as string[];
      assert.equal(check[0], 'node');
      assert.doesNotThrow(() => new Script(check[2] ?? ''));
      const command = JSON.parse(valueOf('CMD') ?? valueOf('ENTRYPOINT') ?? '[]') as string[];
      assert.equal(command[0], 'node');
      // What an image contains, everybody who has it can read.
      const env = last.filter(({ word }) => word === 'ENV').map(({ rest }) => rest);
      assert.doesNotMatch(env.join(' '), /key|secret|password|token/i);
      assert.ok(existsSync(inRepository(FOLDER, `${name}.dockerignore`)));
    });
  }

  it('are composed of Dockerfiles that are there, for this machine alone, without a secret', () => {
    const text = readFileSync(inRepository(FOLDER, 'compose.yaml'), 'utf8');
    const files = [...text.matchAll(/dockerfile: (\S+) \}/g)].map(([, file = '']) => file);
    assert.equal(files.length, 2);
    for (const file of files) assert.ok(existsSync(inRepository(file)), file);
    const ports = [...text.matchAll(/ports: \[(.*)\]/g)].flatMap(([, list = '']) => list.split(', '));
    assert.ok(ports.length >= 3);
    for (const port of ports) assert.match(port, /^'127\.0\.0\.1:(\d+):\1'$/);
    assert.match(text, /SITE_PASSWORD: \$\{SITE_PASSWORD:\?/);
    // A key that stands in a file is one that every page can try.
    const keys = [...text.matchAll(/\$\{VH_API_KEY(\S*)/g)].map(([, rest = '']) => rest);
    assert.equal(keys.length, 2);
    for (const rest of keys) assert.match(rest, /^:\?/);
    assert.doesNotMatch(text, /\t/);
  });
});

describe('the image of the package vh-elements-sandbox', () => {
  const PACKAGE = 'packages/vh-elements-sandbox';
  const [last = [], ...others] = stagesOf('Dockerfile', PACKAGE);
  const valueOf = (wanted: string) => last.findLast(({ word }) => word === wanted)?.rest ?? '';
  const compose = readFileSync(inRepository(PACKAGE, 'compose.yaml'), 'utf8');

  it('is made of the package alone, which brings its files, and runs without rights', () => {
    assert.deepEqual(others, []);
    assert.match(valueOf('FROM'), /^node:\d+-[a-z]+-slim$/);
    assert.equal(valueOf('COPY'), '. /package');
    assert.match(valueOf('RUN'), / --install-links \/package /);
    assert.equal(valueOf('USER'), 'node');
    const { files } = JSON.parse(readFileSync(inRepository(PACKAGE, 'package.json'), 'utf8')) as {
      files: string[];
    };
    for (const file of ['Dockerfile', 'Dockerfile.dockerignore', 'compose.yaml'])
      assert.ok(files.includes(file) && existsSync(inRepository(PACKAGE, file)), file);
  });

  it('starts the command with flags that it knows, on the ports that compose opens to this machine alone', () => {
    const [node, main, ...flags] = JSON.parse(valueOf('ENTRYPOINT')) as string[];
    assert.deepEqual([node, main], ['node', 'node_modules/vh-elements-sandbox/src/main.js']);
    const read = readCommandLine([...flags, '--api-key', 'k'.repeat(16)], { port: 0, data: '' });
    assert.ok(read !== 'help');
    assert.deepEqual([read.host, read.port, read.dataDir], ['0.0.0.0', 8080, valueOf('VOLUME')]);
    const ports = /ports: \[(.*)\]/.exec(compose)?.[1]?.split(', ') ?? [];
    assert.deepEqual(
      ports.map((port) => /^'127\.0\.0\.1:(\d+):\1'$/.exec(port)?.[1]),
      valueOf('EXPOSE').split(' '),
    );
    assert.match(compose, /\$\{VH_API_KEY:\?/);
    assert.ok(compose.includes(`'films:${valueOf('VOLUME')}'`));
  });

  it('is healthy where the route of health says so', async () => {
    const service = await ServiceUnderTest.start();
    const check = JSON.parse(/CMD (\[.*\])$/.exec(valueOf('HEALTHCHECK'))?.[1] ?? '[]') as string[];
    const script = check[2] ?? '';
    assert.ok(script.includes('http://127.0.0.1:8080/health'));
    assert.equal(await findsHealthy(service.url, script), true);
    await service.stop();
    assert.equal(await findsHealthy(service.url, script), false);
  });
});

/** Runs the check of an image for a service that is elsewhere, and tells whether it found it healthy. */
async function findsHealthy(url: string, script: string): Promise<boolean> {
  const child = spawn(process.execPath, ['-e', script.replace('http://127.0.0.1:8080', url)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
