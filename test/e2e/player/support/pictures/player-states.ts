import type { Page } from 'playwright';
import { loadScript } from '../../../../support/repository.ts';
import { words } from '../../../../support/words.ts';

/** One picture of the player, and how it comes to look so. */
export interface PlayerState {
  name: string;
  /** CSS pixels. */
  width?: number;
  markup: string;
  context?: { colorScheme?: 'dark' | 'light'; forcedColors?: 'active'; direction?: 'rtl'; language?: string };
  act?: (page: Page) => Promise<void>;
}

const FILM = 'src="/media/hls/master.m3u8" poster="/media/dusk.jpg" heading="The hills at dusk" muted loop';
const CHAPTERS = [
  ['The sun', 0],
  ['The first ridge', 2.5],
  ['Night', 5.5],
] as const;

const player = (attributes: string, content = '') => `<vh-player ${attributes}>${content}</vh-player>`;
const film = (more = '') => player(`${FILM} ${more}`);

/** Plays to a moment, and stands there; the controls show, as of every player that is paused. */
const standAt = (second: number) => async (page: Page) => {
  const script = await loadScript<{
    standAt: (element: HTMLVideoElement, second: number) => Promise<void>;
  }>('scripts/pictures/stand-at.mjs');
  await page.locator('vh-player').evaluate(script.standAt, second);
  await page.locator('vh-player [part=controls]').waitFor();
};

/** Plays, with the pointer on the picture. */
const play = async (page: Page) => {
  await standAt(2.4)(page);
  await page.locator('vh-player').evaluate((element: HTMLVideoElement) => element.play());
  await page.locator('vh-player').hover({ position: { x: 100, y: 80 } });
};

/** Stands at a moment of sound, once the player has found that there is no picture and has loaded its look for that. */
const listen = async (page: Page) => {
  await standAt(2)(page);
  await page.waitForLoadState('networkidle');
};

const wait = (text: string) => async (page: Page) => {
  await page.getByText(text).first().waitFor();
};

/** Gives the player chapters, and points at the seek bar. */
const pointAtChapter = async (page: Page) => {
  await page.locator('vh-player').evaluate((element: HTMLVideoElement, chapters) => {
    const track = element.addTextTrack('chapters', '', 'en');
    chapters.forEach(([title, start], index) =>
      track.addCue(new VTTCue(start, chapters[index + 1]?.[1] ?? 8, title)),
    );
  }, CHAPTERS);
  await standAt(1)(page);
  const { x, y, width, height } = (await page.getByRole('slider').last().boundingBox()) ?? {
    ...{ x: 0, y: 0, width: 0, height: 0 },
  };
  await page.mouse.move(x + width * 0.45, y + height / 2);
  await page.getByText('The first ridge').first().waitFor();
};

const captions = async (page: Page) => {
  await standAt(2.4)(page);
  await page.locator('vh-player').press('c');
  await page.waitForFunction(() => {
    const tracks = [...(document.querySelector('vh-player')?.textTracks ?? [])];
    return tracks.some(({ activeCues }) => activeCues && activeCues.length > 0);
  });
};

const open = (name: string) => async (page: Page) => {
  await standAt(2.4)(page);
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem').first().waitFor();
};

/** Opens the panel for the look of captions, and chooses one. */
const styleCaptions = (settings: string, style: string, preset: string) => async (page: Page) => {
  await captions(page);
  await page.getByRole('button', { name: settings, exact: true }).click();
  await page.getByRole('menuitem', { name: style }).click();
  await page.getByRole('button', { name: preset }).click();
};
const STYLE = styleCaptions(
  words('player.settings'),
  words('player.captionStyle'),
  words('captionStyle.yellowOnBlack'),
);

const finish = async (page: Page) => {
  await page.locator('vh-player').evaluate(async (element: HTMLVideoElement) => {
    element.loop = false;
    await element.play();
    element.currentTime = element.duration - 0.1;
  });
  await page
    .getByRole('button', { name: words('player.replay') })
    .first()
    .waitFor();
};

const playback = (more: object) =>
  `<script type="application/json">${JSON.stringify({
    ...{ kind: 'video', id: 'a', state: 'playable', title: 'The hills at dusk', playlists: [], captions: [] },
    ...{ chapters: [], hls: '/media/hls/master.m3u8', poster: '/media/dusk.jpg', duration: 8, ...more },
  })}</script>`;

const THEME = {
  ...{ link: 'rgba(255, 236, 179, 1)', text: 'rgba(255, 236, 179, 1)', trackPlayed: 'rgba(255, 160, 0, 1)' },
  ...{ backgroundTop: 'rgba(62, 39, 35, .7)', backgroundBottom: 'rgba(62, 39, 35, .9)' },
};
const SOUND = 'src="/media/hls/apart/audio/index.m3u8" heading="The hills at dusk" muted loop';

/** Every state of the player that has a look of its own. */
export const PLAYER_STATES: readonly PlayerState[] = [
  { name: 'facade', markup: player('', playback({})), act: wait('0:08') },
  { name: 'facade-dark', markup: film(), context: { colorScheme: 'dark' }, act: wait('hills') },
  { name: 'playing', markup: film(), act: play },
  { name: 'paused', markup: film(), act: standAt(2.4) },
  { name: 'settings', markup: film(), act: open(words('player.settings')) },
  { name: 'captions', markup: film(), act: captions },
  { name: 'chapters', markup: film('storyboard="/media/storyboard/index.vtt"'), act: pointAtChapter },
  {
    name: 'live',
    markup: player('src="/media/live/index.m3u8" heading="The hills at dusk" muted'),
    act: async (page) => {
      await page.locator('vh-player').evaluate((element: HTMLVideoElement) => element.play());
      await page.locator('vh-player [part~=live]').waitFor();
      await page.locator('vh-player').hover();
    },
  },
  {
    name: 'waiting',
    markup: player('poster="/media/dusk.jpg"', playback({ state: 'processing' })),
    act: wait(words('player.processing')),
  },
  {
    name: 'failed',
    markup: player('src="/media/hls/gone.m3u8" preload="auto"'),
    act: wait(words('player.retry')),
  },
  { name: 'end', markup: film(), act: finish },
  { name: 'theme', markup: player('muted loop', playback({ theme: THEME })), act: standAt(2.4) },
  { name: 'audio', markup: player(`audio ${SOUND}`), act: listen },
  { name: 'audio-poster', markup: player(`${SOUND} poster="/media/dusk.jpg"`), act: listen },
  { name: 'audio-room', markup: player(SOUND), act: listen },
  { name: 'audio-320', width: 320, markup: player(`audio ${SOUND}`), act: listen },
  {
    name: 'background',
    markup: film('autoplay without-controls'),
    // The pictures are taken for who prefers less motion.
    act: async (page) => {
      await page.getByRole('button', { name: words('player.play') }).waitFor();
    },
  },
  { name: 'caption-style', markup: film(), act: STYLE },
  {
    name: 'caption-style-rtl',
    markup: film(),
    context: { direction: 'rtl', language: 'he' },
    act: styleCaptions('הגדרות', 'מראה הכתוביות', 'גדול'),
  },
  {
    name: 'caption-style-forced-colours',
    markup: film(),
    context: { forcedColors: 'active', colorScheme: 'dark' },
    act: STYLE,
  },
  { name: 'small-320-caption-style', width: 320, markup: film(), act: STYLE },
  { name: 'small-320', width: 320, markup: film(), act: standAt(2.4) },
  { name: 'small-320-captions', width: 320, markup: film(), act: captions },
  { name: 'small-200', width: 200, markup: film(), act: standAt(2.4) },
  { name: 'rtl', markup: film(), context: { direction: 'rtl', language: 'he' }, act: standAt(2.4) },
  {
    name: 'forced-colours',
    markup: film(),
    context: { forcedColors: 'active', colorScheme: 'dark' },
    act: standAt(2.4),
  },
  {
    name: 'forced-colours-facade',
    markup: player('', playback({})),
    context: { forcedColors: 'active', colorScheme: 'dark' },
    act: wait('0:08'),
  },
];
