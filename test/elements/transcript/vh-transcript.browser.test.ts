import { expect } from 'chai';
import { axeViolations } from '../../support/elements/axe.ts';
import { TranscriptHarness } from './support/transcript-page.ts';
import { until } from '../../support/until.ts';
import { words } from '../../support/words.ts';

const stamp = (seconds: number) => `00:00:0${String(seconds)}.000`;
const CUES = ['The sun sets.', '<v Ann>The <i>hills</i> turn blue.', '<v Ann>Night &amp; stars.', 'The end.']
  .map((text, at) => `${stamp(at * 2)} --> ${stamp(at * 2 + 2)}\n${text}\n`)
  .join('\n');

describe('<vh-transcript>', () => {
  let transcript: TranscriptHarness;
  afterEach(() => {
    transcript.remove();
    localStorage.removeItem('vh-captions');
  });

  it('reads captions that do not show, follows the video, and leads to any moment of it', async () => {
    transcript = await TranscriptHarness.create(CUES);
    const { video } = transcript;
    expect(transcript.texts).to.deep.equal([
      ...['0:00 The sun sets.', '0:02 AnnThe hills turn blue.', '0:04 Night & stars.', '0:06 The end.'],
    ]);
    expect(video.textTracks[0]?.mode).to.equal('hidden');
    expect(await axeViolations(transcript.element)).to.deep.equal([]);
    await until(() => video.readyState > 0);
    video.currentTime = 4.5;
    await until(() => transcript.current === '0:04 Night & stars.');
    transcript.lines[1]?.click();
    await until(
      () => Math.abs(video.currentTime - 2) < 0.01 && transcript.current?.startsWith('0:02') === true,
    );
    transcript.lines[1]?.focus();
    transcript.press('End');
    await until(() => transcript.focused === '0:06 The end.');
    transcript.press('ArrowUp');
    await until(() => transcript.focused === '0:04 Night & stars.');
    transcript.press('Enter');
    await until(() => Math.abs(video.currentTime - 4) < 0.01);
  });

  it('is searched, and says how often it was found', async () => {
    transcript = await TranscriptHarness.create(CUES);
    transcript.search('THE ');
    await until(() => transcript.count === words('transcript.matchOf', { at: 1, count: 3 }));
    expect(transcript.marked).to.deep.equal(['The', 'The', 'The']);
    transcript.button(words('transcript.previousMatch')).click();
    await until(() => transcript.count === words('transcript.matchOf', { at: 3, count: 3 }));
    transcript.button(words('transcript.nextMatch')).click();
    await until(() => transcript.count === words('transcript.matchOf', { at: 1, count: 3 }));
    transcript.search('<b>');
    await until(() => transcript.count === words('transcript.noMatch'));
  });

  it('gives the focus that it gets to its first control, also when that comes later', async () => {
    transcript = await TranscriptHarness.create(CUES);
    transcript.element.focus();
    await until(() => transcript.hasFocusInSearch);
    transcript.remove();
    transcript = await TranscriptHarness.create(
      CUES,
      '<vh-transcript for="film"></vh-transcript>',
      (element) => element.focus(),
    );
    await until(() => transcript.hasFocusInSearch);
  });

  it('is kept as a file', async () => {
    transcript = await TranscriptHarness.create(CUES);
    const saved: string[] = [];
    const take = (event: Event) => {
      const [link] = event.composedPath();
      if (!(link instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      saved.push(link.download);
    };
    window.addEventListener('click', take);
    for (const format of ['.vtt', '.txt']) {
      transcript.button(words('transcript.download', { format })).click();
      await until(() => saved.some((name) => name.endsWith(format)));
    }
    window.removeEventListener('click', take);
    expect(saved).to.deep.equal(['Transcript.vtt', 'Transcript.txt']);
  });

  it('reads other captions, also where they come later', async () => {
    transcript = await TranscriptHarness.create(CUES);
    const { video } = transcript;
    await until(() => video.readyState > 0);
    for (const track of video.textTracks) track.mode = 'disabled';
    const track = video.addTextTrack('captions', 'Deutsch', 'de');
    track.mode = 'showing';
    await until(() => transcript.message === words('transcript.waiting'));
    for (let at = 0; at < 120; at++) track.addCue(new VTTCue(at, at + 1, `Zeile ${String(at)}`));
    video.currentTime = 1.5;
    await until(() => transcript.current === '0:01 Zeile 1');
    transcript.list.scrollTop = transcript.list.scrollHeight;
    await until(() => transcript.texts.at(-1) === '1:59 Zeile 119');
    transcript.list.scrollTop = 0;
    await until(() => transcript.texts[0] === '0:00 Zeile 0');
  });

  it('draws no more of a long one than is near', async () => {
    const long = [...Array(5_000).keys()].map((at) => {
      const second = (from: number) => new Date(from * 1000).toISOString().slice(11, 23);
      return `${second(at)} --> ${second(at + 1)}\nLine ${String(at)}\n`;
    });
    transcript = await TranscriptHarness.create(long.join('\n'));
    expect(transcript.lines.length).to.be.below(500);
    transcript.search('Line 4321');
    await until(() => transcript.marked.includes('Line 4321'));
    // Drawing the nearby lines may move it once more.
    await until(() => {
      const found = transcript.lines.find(({ textContent }) => textContent.includes('Line 4321'));
      const [box, list] = [found?.getBoundingClientRect(), transcript.list.getBoundingClientRect()];
      return box !== undefined && box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
    });
    transcript.list.scrollTop = transcript.list.scrollHeight;
    await until(() => transcript.texts.at(-1)?.endsWith('Line 4999') === true);
    expect(transcript.lines.length).to.be.below(500);
  });
});
