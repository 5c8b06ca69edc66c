import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Script } from 'node:vm';
import { inRepository } from '../support/repository.ts';

const FOLDER = 'integrations/docker';
const INSTRUCTIONS = new Set(
  'FROM ENV WORKDIR COPY RUN USER EXPOSE HEALTHCHECK CMD ENTRYPOINT VOLUME'.split(' '),
);

/** The instructions of a Dockerfile, by their stage. */
function stagesOf(name: string): { word: string; rest: string }[][] {
  const text = readFileSync(inRepository(FOLDER, name), 'utf8').replace(/\\\n\s*/g, '');
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
