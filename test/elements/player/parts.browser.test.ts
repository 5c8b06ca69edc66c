import { expect } from 'chai';
import type * as parts from '../../../src/elements/player/parts.ts';
import type { VhPlayer } from '../../../src/elements/player/vh-player.ts';
import { requested } from '../../support/elements/page-requests.ts';
import { FILMS, until } from '../../support/elements/player-harness.ts';
import { settled } from '../../support/until.ts';
import { words } from '../../support/words.ts';
import { consentForm } from './support/consent-form.ts';
import { playerFrame, type PlayerFrame } from './support/player-frame.ts';
import { playbackOf, playToEnd } from './support/playlist-films.ts';
import { standInWindows } from './support/stand-in-windows.ts';

type Boundary = Exclude<keyof typeof parts, 'playerPart'>;

/** What a page does that needs a part, and what its visitor has of it. */
interface Row {
  /** The file of the part, in `src/elements/player`. */
  readonly file: string;
  readonly markup: string;
  readonly prepare?: (element: VhPlayer) => void;
  /** Once it plays, or before that. */
  readonly begins?: 'at rest';
  /** Needs it, as often as it is called. */
  readonly need: (frame: PlayerFrame) => unknown;
  /** What a visitor has once it is there. */
  readonly works: (frame: PlayerFrame) => boolean;
  /** What must hold while it is away, beside that the player plays and pauses. */
  readonly meanwhile?: (frame: PlayerFrame) => unknown;
  /** A frame has none of these windows. */
  readonly isHere?: boolean;
}

/** Firefox keeps for as long as a document lives that a module did not come. */
const asksAgain = !navigator.userAgent.includes('Firefox');

const FILM = `muted loop src="${FILMS.mp4}"`;
const collected = new WeakMap<object, string[]>();

/** Takes what leaves for the collector of a player's page. */
const collect = (element: VhPlayer) => {
  const page = element.ownerDocument.defaultView;
  if (!page) throw new TypeError('The player has no window.');
  const sent: string[] = [];
  collected.set(page, sent);
  const fetch = page.fetch.bind(page);
  page.fetch = (input, init) => {
    const url = input instanceof page.Request ? input.url : input.toString();
    if (!url.startsWith('https://collector.invalid/')) return fetch(input, init);
    sent.push(init?.body as string);
    return Promise.resolve(Response.json({ session: 'ps1' }));
  };
};
const sent = ({ window: page }: PlayerFrame) => collected.get(page) ?? [];
const update = ({ player }: PlayerFrame) => player.element.requestUpdate();
const entries = () => [playbackOf('a'), playbackOf('b')].map((playback) => ({ playback }));
const SETTINGS = words('player.settings');

const ROWS: Record<Boundary, Row> = {
  loadConsentGate: {
    file: 'consent/consent-gate.ts',
    markup: `load="consent" ${FILM}`,
    begins: 'at rest',
    need: () => undefined,
    works: ({ player }) => consentForm(player.element) !== null,
    meanwhile: async ({ player }) => {
      const refused = await player.element.play().catch((error: unknown) => (error as Error).name);
      expect(refused).to.equal('NotAllowedError');
      expect(player.element.media.currentSrc).to.equal('');
    },
  },
  loadPlaylist: {
    file: 'playlist/playlist.ts',
    markup: 'muted',
    prepare: (element) => (element.playlist = entries()),
    begins: 'at rest',
    need: ({ player }) => void player.element.play().catch(() => {}),
    works: ({ player }) => player.element.currentTime > 0.1 && !player.element.paused,
  },
  loadMediaExtras: {
    file: 'media/media-extras.ts',
    markup: `muted src="${FILMS.mp4}" end-time="0.5"`,
    need: (frame) => {
      const { element } = frame.player;
      if (element.currentTime > 5) element.currentTime = 1;
      update(frame);
    },
    works: ({ player }) => player.element.paused && !player.element.ended,
    meanwhile: ({ player }) => player.untilPlayed(1.1),
  },
  loadAppearance: {
    file: 'appearance/appearance.ts',
    markup: 'muted loop',
    prepare: (element) =>
      (element.playback = playbackOf('a', {
        theme: { logo: { src: new URL(FILMS.poster, location.href).href } },
      })),
    need: update,
    works: ({ player }) => player.partsNamed('logo').length === 1,
  },
  loadSkin: {
    file: 'skin/skin.ts',
    markup: FILM,
    need: update,
    works: ({ player }) => player.hasControls && !player.element.media.controls,
    meanwhile: ({ player }) => until(() => player.element.media.controls && player.bigButton === null),
  },
  loadSession: {
    file: 'session/player-session.ts',
    markup: `${FILM} video-id="a" collector-url="https://collector.invalid"`,
    prepare: collect,
    need: update,
    works: (frame) => sent(frame).some((body) => body.includes('"play"')),
    meanwhile: (frame) => expect(sent(frame)).to.deep.equal([]),
  },
  loadOtherReports: {
    file: 'session/other-reports.ts',
    markup: `${FILM} video-id="a" collector-url="https://collector.invalid" collector-format="vh"`,
    prepare: collect,
    need: update,
    works: (frame) => sent(frame).length > 0,
    meanwhile: (frame) => expect(sent(frame)).to.deep.equal([]),
  },
  loadTimeline: {
    file: 'timeline/follow-timeline.ts',
    markup: `<vh-player ${FILM}><track kind="chapters" srclang="en" src="/media/chapters/en.vtt"></vh-player>`,
    need: update,
    works: ({ player }) => player.element.chapters.length > 0,
    meanwhile: ({ player }) => expect(player.has(words('player.chapters'))).to.equal(false),
  },
  loadMostWatched: {
    file: 'skin/seek-bar/most-watched/most-watched.ts',
    markup: `${FILM} most-watched="1 3 2"`,
    need: update,
    works: ({ player }) => player.partsNamed('most-watched').length > 0,
    meanwhile: ({ player }) => expect(player.has(words('player.seek'))).to.equal(true),
  },
  loadUpNext: {
    file: 'skin/up-next/up-next.ts',
    markup: 'muted',
    prepare: (element) => (element.playlist = entries()),
    need: ({ player }) => playToEnd(player),
    works: ({ player }) => player.partsNamed('up-next').length > 0,
    meanwhile: ({ player }) => player.element.play(),
  },
  loadSettings: {
    file: 'skin/menu/settings-sheet.ts',
    markup: FILM,
    need: ({ player }) => {
      player.control(SETTINGS).focus();
      player.control(SETTINGS).click();
    },
    works: ({ player }) => player.menu.includes(player.focusedItem),
    meanwhile: ({ player }) => {
      expect(player.focused).to.equal(SETTINGS);
      expect(player.control(SETTINGS).ariaExpanded).to.equal('false');
      expect(player.menu).to.deep.equal([]);
    },
  },
  loadPreview: {
    file: 'skin/seek-bar/preview.ts',
    markup: `${FILM} storyboard="/media/storyboard/index.vtt"`,
    need: ({ player }) => player.pointAtSeekBar('pointermove', 0.3),
    works: ({ player }) => player.preview !== undefined,
    meanwhile: ({ player }) => {
      expect(player.tip).to.have.length(1);
      expect(player.preview).to.equal(undefined);
    },
  },
  loadWindow: {
    file: 'presentation/pip-window/player-window.ts',
    markup: FILM,
    isHere: true,
    need: ({ player }) => player.press('i'),
    works: ({ player }) => player.element.media.ownerDocument !== document,
    meanwhile: ({ player }) => expect(player.has(words('player.pictureInPicture'))).to.equal(true),
  },
  loadCommands: {
    file: 'commands/player-commands.ts',
    markup: FILM,
    need: ({ player }) =>
      player.element.dispatchEvent(Object.assign(new Event('command'), { command: '--pause' })),
    works: ({ player }) => player.element.paused,
  },
  loadInspector: {
    file: 'inspector/inspector.ts',
    markup: FILM,
    need: ({ player }) => player.element.inspect(),
    works: ({ player }) => player.partsNamed('inspector').length > 0,
  },
};

describe('<vh-player> without a part of its code', () => {
  let frame: PlayerFrame | undefined;
  let restore = () => {};
  afterEach(async () => {
    await fetch('/refused');
    await frame?.remove();
    frame = undefined;
    restore();
    restore = () => {};
  });

  for (const [name, row] of Object.entries(ROWS))
    it(`tells the page once, plays on, and has it by the next need: ${name}`, async () => {
      if (row.isHere) ({ restore } = standInWindows());
      const path = `/src/elements/player/${row.file}`;
      const before = (await requested(path)).length;
      await fetch(`/refused?path=${path}`);
      const made = (frame = await playerFrame(row.markup, row.prepare, row.isHere));
      const { player, told } = made;
      if (!row.begins) {
        await player.element.play();
        await until(() => !player.element.paused && player.element.readyState > 2);
        if (name !== 'loadSkin') await until(() => player.hasControls);
      }
      const shown = () => ({ told, menu: player.menu, message: player.message });
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
      if (!row.begins) {
        player.element.pause();
        await until(() => player.element.paused);
        await player.element.play();
      }
      expect(told).to.deep.equal(['code-unavailable']);
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
      expect(told).to.deep.equal(['code-unavailable']);
    });
});
