import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { playbackJson, renderPlayback, type Playback } from '../../../src/backend/index.ts';
import { announceSeed } from '../../support/seeded.ts';

const of = (title: string): Playback => ({
  ...{ kind: 'video', id: 'vi1', state: 'playable', title },
  ...{ playlists: [], captions: [{ src: 's', language: title, label: title, default: true }], chapters: [] },
});
const words = [
  '</script>',
  '<!--',
  '-->',
  '<script>',
  ']]>',
  '&quot;',
  "'",
  '"',
  '\\',
  '\u2028',
  '\u2029',
  '\u0000',
  '\ud800',
  '\u{1f600}',
  'a',
  ' onload=alert(1) ',
];

describe('renderPlayback', () => {
  it('writes data that no text in it can break out of', () => {
    const seed = announceSeed();
    let state = (seed % 2_147_483_646) + 1;
    const pick = () => words[(state = (state * 48_271) % 2_147_483_647) % words.length] ?? '';
    for (let turn = 0; turn < 2_000; turn++) {
      const playback = of(Array.from({ length: 6 }, pick).join(''));
      const html = renderPlayback(playback);
      const inner = /^<script type="application\/json">([^<>&'\u2028\u2029]*)<\/script>$/.exec(html)?.[1];
      assert.ok(inner, `seed ${String(seed)}: ${html}`);
      assert.deepEqual(JSON.parse(inner), JSON.parse(JSON.stringify(playback)), `seed ${String(seed)}`);
    }
  });

  it('writes nothing for missing media', () => {
    assert.equal(renderPlayback(undefined), '');
  });

  it('has its JSON alone for an attribute between single quotes', () => {
    assert.doesNotMatch(playbackJson(of(`' onclick='x' &#39;`)), /['<&]/);
  });
});
