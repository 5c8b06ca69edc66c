import { expect } from 'chai';
import type * as engineParts from '../../src/captions/parts.ts';
import type * as pickerParts from '../../src/elements/captions-picker/parts.ts';
import type * as transcriptParts from '../../src/elements/transcript/parts.ts';
import { requested } from '../support/elements/page-requests.ts';
import { FILMS } from '../support/elements/player-harness.ts';
import { settled, until } from '../support/until.ts';
import { words } from '../support/words.ts';
import { CaptionsFrame } from './support/captions-frame.ts';
import { english, german, video } from './support/captions-picker-page.ts';
import { FakeTranslator } from './support/fake-translator.ts';

type Boundary = keyof typeof engineParts | keyof typeof pickerParts | keyof typeof transcriptParts;

/** What a page does that needs a part, and what its visitor has of it. */
interface Row {
  readonly part: Boundary;
  readonly what: string;
  /** In `src`. */
  readonly file: string;
  readonly markup: string;
  readonly prepare?: (page: Window) => void;
  /** Needs it, as often as it is called. */
  readonly need: (frame: CaptionsFrame) => unknown;
  /** What a visitor has once it is there. */
  readonly works: (frame: CaptionsFrame) => boolean;
  /** What must hold while it is away. */
  readonly meanwhile?: (frame: CaptionsFrame) => unknown;
}

/** Firefox keeps for as long as a document lives that a module did not come. */
const asksAgain = !navigator.userAgent.includes('Firefox');

const SUBRIP = `data:text/plain,${encodeURIComponent('1\n00:00:00,000 --> 00:01:00,000\nHello there.\n')}`;
const track = (src: string, kind = 'captions') =>
  `<track kind="${kind}" srclang="en" label="English" src="${src}" default>`;
const player = (tracks: string) => `<vh-player muted loop src="${FILMS.mp4}">${tracks}</vh-player>`;
const picker = (tracks: string) => `${video(tracks)}<vh-captions-picker for="player"></vh-captions-picker>`;

/** WebKitGTK loads no `default` track that nobody chose. */
const chooseEnglish = (page: Window) => page.localStorage.setItem('vh-captions', '{"language":"en"}');

const approach = ({ picker: { element } }: CaptionsFrame) =>
  element.dispatchEvent(new PointerEvent('pointerenter'));
const update = ({ player: { element } }: CaptionsFrame) => element.requestUpdate();
const cues = ({ player: one }: CaptionsFrame) => one.partsNamed('cue');
const cuesOfVideo = (frame: CaptionsFrame) =>
  Array.from(frame.find('video').textTracks[0]?.cues ?? [], (cue) => (cue as VTTCue).text);
const names = (page: Window, languages: readonly string[]) =>
  Object.defineProperty(page.navigator, 'languages', { value: languages, configurable: true });

const ROWS: readonly Row[] = [
  {
    part: 'loadFileReaders',
    what: 'a player with a file that the browser cannot read',
    file: 'captions/file-readers.ts',
    markup: player(track(SUBRIP)),
    prepare: chooseEnglish,
    need: update,
    works: (frame) => cues(frame).some(({ textContent }) => textContent.includes('Hello there.')),
    meanwhile: (frame) => expect(cues(frame)).to.deep.equal([]),
  },
  {
    part: 'loadFileReaders',
    what: "a player with an author's styles",
    file: 'captions/file-readers.ts',
    markup: player(track('/media/captions/styled.vtt')),
    prepare: chooseEnglish,
    need: update,
    works: (frame) =>
      cues(frame).some((cue) =>
        [...cue.querySelectorAll('*')].some((part) => getComputedStyle(part).color === 'rgb(0, 255, 1)'),
      ),
    meanwhile: (frame) => expect(cues(frame).map((cue) => cue.textContent.trim())).to.have.length(1),
  },
  {
    part: 'loadFileReaders',
    what: 'a picker of a bare video',
    file: 'captions/file-readers.ts',
    markup: picker(track(SUBRIP)),
    prepare: chooseEnglish,
    need: () => undefined,
    works: (frame) => cuesOfVideo(frame).includes('Hello there.'),
    meanwhile: (frame) => expect(frame.picker.label).to.equal('English'),
  },
  {
    part: 'loadSpeech',
    what: 'a player with an audio description',
    file: 'captions/speech/speech.ts',
    markup: player(track('/media/captions/en.vtt', 'descriptions')),
    need: update,
    works: (frame) => frame.player.has(words('player.audioDescription')),
    meanwhile: (frame) => expect(frame.player.has(words('player.settings'))).to.equal(true),
  },
  {
    part: 'loadSpeech',
    what: 'a viewer who has captions read aloud',
    file: 'captions/speech/speech.ts',
    markup: player(track('/media/captions/en.vtt')),
    prepare: (page) => {
      page.localStorage.setItem('vh-captions', '{"language":"en","aloud":true}');
      // Without a voice, a text goes to the screen reader.
      Object.defineProperty(page, 'speechSynthesis', { value: undefined });
    },
    need: () => undefined,
    works: (frame) => frame.player.statuses.some((text) => text.includes('A small film')),
    meanwhile: (frame) => until(() => cues(frame).length === 1),
  },
  {
    part: 'loadTranslation',
    what: 'a picker where the browser translates',
    file: 'captions/translate/caption-translation.ts',
    markup: picker(german),
    prepare: (page) => {
      names(page, ['en-US']);
      Object.defineProperty(page, 'Translator', { value: new FakeTranslator() });
    },
    need: (frame) => {
      approach(frame);
      frame.picker.element.requestUpdate();
    },
    works: (frame) => frame.picker.menu.textContent.includes(words('captionsMenu.translated')),
    meanwhile: (frame) => until(() => frame.picker.labels.includes('Deutsch')),
  },
  {
    part: 'loadTracks',
    what: 'a picker',
    file: 'elements/captions-picker/picker-tracks.ts',
    markup: picker(english + german),
    need: approach,
    works: ({ picker: { button } }) => !button.disabled,
    meanwhile: ({ picker: { button } }) => expect(button.disabled).to.equal(true),
  },
  {
    part: 'loadMenu',
    what: 'a picker',
    file: 'elements/captions-picker/picker-menu.ts',
    markup: picker(english + german),
    need: approach,
    works: ({ picker: { labels } }) => labels.includes('Deutsch'),
    meanwhile: ({ picker: { button } }) => until(() => !button.disabled),
  },
  {
    part: 'loadView',
    what: 'a transcript',
    file: 'elements/transcript/transcript-view.ts',
    markup: `${video(english)}<vh-transcript for="player"></vh-transcript>`,
    need: () => undefined,
    works: ({ transcript: { texts } }) => texts.some((text) => text.includes('A small film')),
    meanwhile: ({ transcript: { lines } }) => expect(lines).to.deep.equal([]),
  },
];

describe('captions without a part of their code', () => {
  let frame: CaptionsFrame | undefined;
  afterEach(async () => {
    await fetch('/refused');
    frame?.remove();
    frame = undefined;
    localStorage.clear();
  });

  for (const { part, what, file, markup, prepare, ...row } of ROWS)
    it(`tell the page once, go on, and have it by the next need: ${part} of ${what}`, async () => {
      const path = `/src/${file}`;
      const before = (await requested(path)).length;
      await fetch(`/refused?path=${path}`);
      const made = (frame = await CaptionsFrame.create(markup, prepare));
      const { told, window: page } = made;
      if (page.document.querySelector('vh-player')) {
        await made.player.element.play();
        await until(() => made.player.hasControls);
      }
      const shown = () => ({ told });
      const asked = async () => (await requested(path)).length - before;
      const isRefused = async (times: number) => {
        await row.need(made);
        await settled();
        return told.length > 0 && (!asksAgain || (await asked()) >= times);
      };
      await until(() => isRefused(1), shown);
      await row.meanwhile?.(made);
      await until(() => isRefused(2), shown);
      await row.meanwhile?.(made);
      expect(row.works(made), 'works without it').to.equal(false);
      expect(told, 'codes of vh-error').to.deep.equal(['code-unavailable']);
      await fetch('/refused');
      if (asksAgain) {
        const isThere = async () => {
          if (row.works(made)) return true;
          await row.need(made);
          await settled();
          return row.works(made);
        };
        await until(isThere, shown);
      }
      expect(told, 'codes of vh-error').to.deep.equal(['code-unavailable']);
    });
});
