import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

const { sessionSizes } = (await import(
  new URL('../../../../scripts/sizes/session-sizes.mjs', import.meta.url).href
)) as { sessionSizes: (dist: string) => Promise<Record<string, number>> };

/** Code that gzip cannot make small, nor find in other code. */
function codeOf(name: string): string {
  const seed = Array.from(name, (letter) => letter.charCodeAt(0)).reduce((sum, one) => 31 * sum + one);
  const numbers = Array.from({ length: 200 }, (_, at) => Math.sin(seed + 7 * at));
  return `globalThis.${name} = ${JSON.stringify(numbers.map((number) => number.toString(36)).join())};`;
}

/** A built package as far as the sizes of session events look at it. */
const PACKAGE = {
  'define/vh-player.js': `import '../elements/player/parts.js';
globalThis.start = () => import('../later/attempt.js');`,
  'elements/player/parts.js': `const loadSession = () => import('../../later/player-session.js');
globalThis.report = loadSession;`,
  'later/attempt.js': codeOf('start'),
  'later/player-session.js': `import '../session/outbox.js';
globalThis.others = () => import('./other-reports.js');
${codeOf('report')}`,
  'session/outbox.js': codeOf('send'),
  'later/other-reports.js': codeOf('others'),
};

describe('the sizes of session events', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sizes-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  let written = 0;
  /** The sizes of a package with other files in place of some of these. */
  async function sizesWith(files: Record<string, string>): Promise<Record<string, number>> {
    const dist = path.join(folder, String(written++));
    for (const [file, code] of Object.entries({ ...PACKAGE, ...files })) {
      await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
      await writeFile(path.join(dist, file), code);
    }
    return sessionSizes(dist);
  }

  it('count what comes with the code of session events', async () => {
    const { 'session events, v1': v1 = 0, 'session events, vh': vh = 0 } = await sizesWith({});
    assert.ok(v1 > 2_000 && vh - v1 > 1_000, JSON.stringify({ v1, vh }));
  });

  it('count code that is a file of its own, since another file needs it, too', async () => {
    const whole = await sizesWith({});
    const divided = await sizesWith({
      'elements/player/parts.js': `const load = (...files) => Promise.all(files);
const loadSession = () => load(import('../../later/outbox.js'), import('../../later/player-session.js'));
globalThis.report = loadSession;`,
      'later/player-session.js': PACKAGE['later/player-session.js'].replace(
        "import '../session/outbox.js';",
        '',
      ),
      'later/outbox.js': codeOf('send'),
    });
    const [one = 0, other = 0] = [whole, divided].map((sizes) => sizes['session events, v1']);
    assert.ok(Math.abs(one - other) < 200, JSON.stringify({ whole, divided }));
  });

  it('refuse code of session events that comes before it is wanted, where they would not count it', async () => {
    const early = {
      'later/attempt.js': `import '../session/outbox.js';\n${PACKAGE['later/attempt.js']}`,
    };
    await assert.rejects(sizesWith(early), /session\/outbox\.js comes before/);
  });
});
