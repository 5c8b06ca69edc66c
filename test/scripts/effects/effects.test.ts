import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

type Names = Record<string, { name: string; words: (string | string[])[] }[]>;
type Entry = string | { name: string; helper: string; says: string };
type Judged = Record<string, Record<string, Record<string, Entry[]>>>;

interface Tests {
  findTests: (file: string, title: string, text?: string) => string[] | undefined;
  findHelper: (file: string, name: string, text?: string) => string | undefined;
}

const { effectFaults } = await loadScript<{
  effectFaults: (names: Names, judged: Judged, tests: Tests) => string[];
}>('scripts/effects/effect-faults.mjs');
const { findHelper, findTests } = await loadScript<Tests>('scripts/effects/read-tests.mjs');
const { listNames } = await loadScript<{ listNames: () => Names }>('scripts/effects/list-names.mjs');

const NAMES: Names = {
  'vh-lamp': [
    { name: 'attribute dim', words: ['dim', ['without-${', 'dim']] },
    { name: 'part bulb', words: ['bulb'] },
  ],
};
const FILES: Record<string, string> = {
  'lamp.test.ts': `
    import { glow } from './room.ts';
    const CASES = [['dim', 1], ['bright', 2]];
    const look = () => assert.equal(styleOf('bulb').opacity, 1);
    for (const [name, value] of CASES) it(\`shows \${name}\`, () => see(value));
    it('glows', () => look());
    it('is warm', () => glow());
    it('takes it out', () => take(\`without-\${name}\`, 'dim'));
  `,
  'room.ts': `export class Room { glow() { return this.find('bulb'); } }`,
};
const tests: Tests = {
  findTests: (file, title) => (FILES[file] === undefined ? undefined : findTests(file, title, FILES[file])),
  findHelper: (file, name) => (FILES[file] === undefined ? undefined : findHelper(file, name, FILES[file])),
};

const faults = (titles: Record<string, Entry[]>, file = 'lamp.test.ts') =>
  effectFaults(NAMES, { 'vh-lamp': { [file]: titles } }, tests);
const WHOLE = { 'shows ${name}': ['attribute dim'], 'glows': ['part bulb'] };

describe('the table of effects', () => {
  it('is content with a test that mentions the name, in a loop or through a function of its file, too', () => {
    assert.deepEqual(faults(WHOLE), []);
    assert.deepEqual(faults({ 'takes it out': ['attribute dim'], 'glows': ['part bulb'] }), []);
  });

  it('takes a name that a helper says, if the test uses it', () => {
    const entry = { name: 'part bulb', helper: 'room.ts', says: 'glow' };
    assert.deepEqual(faults({ ...WHOLE, 'is warm': [entry] }), []);
    assert.match(
      faults({ ...WHOLE, glows: [entry] }).join('\n'),
      /which "glows" of lamp.test.ts does not use/,
    );
    const other = { ...entry, says: 'burn' };
    assert.match(faults({ ...WHOLE, 'is warm': [other] }).join('\n'), /burn of room.ts, which is not there/);
  });

  it('says in a sentence which name has no judge, and where to add it', () => {
    const [fault, ...rest] = faults({ glows: ['part bulb'] });
    assert.match(fault ?? '', /vh-lamp: no test judges .*"attribute dim".* test\/effects\/vh-lamp\.json/);
    assert.deepEqual(rest, []);
  });

  it('finds a judge without a file, without a title, and one that never mentions the name', () => {
    assert.match(faults(WHOLE, 'gone.test.ts').join('\n'), /gone\.test\.ts, which is not there/);
    assert.match(faults({ ...WHOLE, burns: ['part bulb'] }).join('\n'), /"burns", which is no title/);
    assert.match(
      faults({ ...WHOLE, glows: ['attribute dim', 'part bulb'] }).join('\n'),
      /not mentioned by "glows"/,
    );
  });

  it('finds a name that is gone, and a file of no element', () => {
    assert.match(faults({ ...WHOLE, 'is warm': ['part wick'] }).join('\n'), /"part wick" is no public name/);
    const judged = { 'vh-lamp': { 'lamp.test.ts': WHOLE }, 'vh-candle': {} };
    assert.match(effectFaults(NAMES, judged, tests).join('\n'), /vh-candle\.json is of no element/);
  });

  it('lists what the sources have: elements, client, backend, and the messages of the embed page', () => {
    const listed = Object.entries(listNames()).flatMap(([group, list]) =>
      list.map(({ name }) => `${group}: ${name}`),
    );
    for (const name of [
      'vh-player: attribute without-captions',
      'vh-player: slot before-play',
      'vh-player: command --go-live',
      'vh-uploader: event vh-file-accept',
      'vh-captions-picker: state open',
      'vh-transcript: method focus()',
      'client: Client.grant()',
      'backend: BackendOptions.claimSecret',
      'configure: Config.words',
      'embed: query autoplay',
      'embed: player.js method getPaused',
      'embed: SDK command loadConfig',
      'embed: SDK event qualitychange',
    ])
      assert.ok(listed.includes(name), name);
  });
});
