import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CaptionChangeQuestion } from '../../../../../src/client/change-captions.ts';
import { VhError } from '../../../../../src/core/errors/vh-error.ts';
import { AuthorCaptions } from '../../../../../src/elements/uploader/author/captions/author-captions.ts';
import {
  languageInName,
  offerLanguages,
} from '../../../../../src/elements/uploader/author/captions/caption-languages.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:02.000 --> 00:03.000\nTwo\n\n0 --> 1\nlost\n';
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nCafé\n';
const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

/** Captions of a video, and what the backend is asked; it answers with the errors that are given, in their order. */
function open(...answers: (VhError | undefined)[]) {
  const asked: (CaptionChangeQuestion & { backend: string })[] = [];
  const target = { backend: '/vh', videoId: 'vi1', claim: 'proof' };
  const captions = new AuthorCaptions(
    () => target,
    (backend, question, options) => {
      // As `fetch`, which sends nothing then.
      if (options?.signal?.aborted) return Promise.reject(options.signal.reason as Error);
      asked.push({ backend, ...question });
      const answer = answers.shift();
      return answer ? Promise.reject(answer) : Promise.resolve();
    },
  );
  const draft = () => {
    const { work } = captions.store.state;
    return 'draft' in work ? work.draft : undefined;
  };
  return { captions, asked, draft };
}

describe('captions that an author gives', () => {
  it('are read, sent in the language of their file, replaced, made the default and deleted', async () => {
    const { captions, asked, draft } = open();
    await captions.read(fileOf('film.de.vtt', VTT), 'en');
    assert.deepEqual([draft()?.language, draft()?.count, draft()?.unread], ['de', 2, 1]);
    await captions.send();
    assert.deepEqual(captions.store.state.given, [{ language: 'de', count: 2, isDefault: false }]);
    assert.deepEqual(captions.store.state.news, { what: 'added', language: 'de' });
    await captions.makeDefault('de');
    await captions.read(fileOf('words.srt', SRT), 'en');
    captions.setLanguage('de');
    await captions.send();
    assert.deepEqual(captions.store.state.given, [{ language: 'de', count: 1, isDefault: true }]);
    assert.equal(captions.store.state.news.what, 'replaced');
    await captions.remove('de');
    assert.deepEqual(captions.store.state.given, []);
    const about = { backend: '/vh', videoId: 'vi1', claim: 'proof', language: 'de' };
    assert.deepEqual(asked, [
      { ...about, change: 'put', text: VTT },
      { ...about, change: 'default' },
      { ...about, change: 'put', text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nCafé\n' },
      { ...about, change: 'delete' },
    ]);
  });

  it('are read in the characters that they are written in', async () => {
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(SRT, (one) => one.charCodeAt(0)).buffer),
    ]);
    const windows = Uint8Array.from(SRT, (one) => one.charCodeAt(0));
    for (const content of [SRT, `\ufeff${SRT}`, utf16, windows]) {
      const { captions, draft } = open();
      await captions.read(fileOf('film.srt', content), 'fr');
      assert.match(draft()?.text ?? '', /\nCafé\n$/);
      assert.equal(draft()?.language, 'fr');
    }
  });

  for (const [content, problem] of [
    ['', 'notCaptions'],
    ['{"a": 1}', 'notCaptions'],
    ['WEBVTT\n\nno cue', 'notCaptions'],
    ['WEBVTT\n\n00:01 --> 00:02\nx', 'notCaptions'],
    ['\0\0\0 ftypisom', 'notCaptions'],
    [VTT + 'x'.repeat(1_000_000), 'tooLarge'],
    [' '.repeat(5_000_001), 'tooLarge'],
  ] as const)
    it(`are refused before they are sent: ${JSON.stringify(content.slice(0, 30))}`, async () => {
      const { captions, asked } = open();
      await captions.read(fileOf('film.vtt', content), 'en');
      assert.equal(captions.store.state.problem, problem);
      assert.equal(captions.store.state.work.status, 'none');
      await captions.send();
      assert.deepEqual(asked, []);
    });

  it('stay a draft when they were not taken, which may be sent again', async () => {
    const refusal = (status: number, slug?: string) =>
      new VhError('request-refused', 'No.', { status, slug });
    const { captions, draft } = open(
      ...[refusal(403, 'captions-unproven'), refusal(400, 'captions-language'), refusal(500)],
      new VhError('network', 'No line.'),
    );
    await captions.read(fileOf('film.vtt', VTT), 'en');
    for (const problem of ['refused', 'noLanguage', 'failed', 'failed']) {
      await captions.send();
      assert.equal(captions.store.state.problem, problem);
      assert.equal(draft()?.count, 2);
    }
    await captions.send();
    assert.equal(captions.store.state.given.length, 1);
  });

  it('stay as they are when a change was refused, and are changed by the next attempt', async () => {
    const { captions, asked } = open(undefined, new VhError('network', 'No line.'));
    await captions.read(fileOf('film.vtt', VTT), 'en');
    await captions.send();
    await captions.remove('en');
    assert.deepEqual(captions.store.state.given, [{ language: 'en', count: 2, isDefault: false }]);
    assert.equal(captions.store.state.problem, 'failed');
    await captions.remove('en');
    assert.deepEqual(captions.store.state.given, []);
    assert.equal(captions.store.state.problem, undefined);
    assert.deepEqual(
      asked.map(({ change }) => change),
      ['put', 'delete', 'delete'],
    );
  });

  it('are those of the file that was chosen last', async () => {
    const { captions, draft } = open();
    await Promise.all([
      captions.read(fileOf('one.vtt', VTT), 'en'),
      captions.read(fileOf('two.srt', SRT), 'en'),
    ]);
    assert.equal(draft()?.name, 'two.srt');
    captions.discard();
    assert.equal(captions.store.state.work.status, 'none');
  });

  it('are not requested once they have left the page', async () => {
    const { captions, asked } = open();
    await captions.read(fileOf('film.vtt', VTT), 'en');
    captions.end();
    await captions.send();
    await captions.read(fileOf('other.vtt', VTT), 'en');
    await captions.send();
    assert.deepEqual(asked, []);
  });
});

describe('languages of captions', () => {
  it('are found in the name of a file', () => {
    const names = [
      'film.de.vtt',
      'film_pt-BR.srt',
      'film-en.vtt',
      'a.eng.srt',
      'film.zh-Hans.vtt',
      'film.pt_BR.ttml',
    ];
    assert.deepEqual(names.map(languageInName), ['de', 'pt-BR', 'en', 'en', 'zh-Hans', 'pt-BR']);
    for (const none of ['film.vtt', 'de.vtt', 'film.mp4.vtt', 'film.qqq.vtt', 'film 2.vtt', ''])
      assert.equal(languageInName(none), undefined, none);
  });

  it('have names in the language of the page, the likely ones first', () => {
    const offered = offerLanguages('de', ['fr-CA', 'de', 'not a tag']);
    assert.deepEqual(offered.slice(0, 2), [
      { tag: 'fr-CA', name: 'Französisch (Kanada)' },
      { tag: 'de', name: 'Deutsch' },
    ]);
    assert.equal(new Set(offered.map(({ tag }) => tag)).size, offered.length);
    assert.ok(offered.length > 60);
  });
});
