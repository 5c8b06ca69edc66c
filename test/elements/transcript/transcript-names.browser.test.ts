import { expect } from 'chai';
import { isSeen, seenParts } from '../../support/elements/seen-parts.ts';
import { TranscriptHarness } from './support/transcript-page.ts';
import { until } from '../../support/until.ts';

const CUES = '00:00.000 --> 00:02.000\n<v Ann>The sun sets.\n';

describe('<vh-transcript> and its names', () => {
  let transcript: TranscriptHarness;
  afterEach(() => transcript.remove());

  it('are parts that a page can style', async () => {
    transcript = await TranscriptHarness.create(CUES);
    const names = ['tools', 'search', 'tool', 'lines', 'line', 'time', 'voice'];
    await until(
      () => names.every((name) => seenParts(transcript.element, name).length > 0),
      () => names.filter((name) => seenParts(transcript.element, name).length === 0),
    );
  });

  it('read the video that `for` names, and the language that is set, by attribute and property', async () => {
    transcript = await TranscriptHarness.create(CUES);
    const { element, video } = transcript;
    const file = (text: string) =>
      URL.createObjectURL(new Blob([`WEBVTT\n\n00:00.000 --> 00:02.000\n${text}\n`], { type: 'text/vtt' }));
    const track = (language: string, text: string) =>
      `<track kind="captions" srclang="${language}" src="${file(text)}">`;
    video.insertAdjacentHTML('beforeend', track('de', 'Die Sonne geht unter.'));
    video.insertAdjacentHTML(
      'afterend',
      `<video id="other" src="/media/dusk.mp4" muted>${track('en', 'Noon.')}${track('de', 'Mittag.')}</video>`,
    );
    const reads = (text: string) =>
      until(
        () => transcript.texts.join().includes(text),
        () => transcript.texts,
      );
    element.setAttribute('language', 'de');
    await reads('Die Sonne');
    element.htmlFor = 'other';
    await reads('Mittag.');
    element.language = 'en';
    await reads('Noon.');
    element.setAttribute('for', 'film');
    await reads('The sun sets.');
    expect(transcript.lines.every(isSeen)).to.equal(true);
  });
});
