import type { Page } from 'playwright';
import type { PlayBegin } from '../playback/play-site.ts';
import type { Peer } from './peers.ts';

/** One state in which all players are seen. */
export interface PeerState {
  name: string;
  title: string;
  begin: PlayBegin;
  /** CSS pixels. */
  width?: number;
  /** True while the video plays: two pictures of it always differ. */
  moves?: boolean;
  act?: (page: Page, peer: Peer) => Promise<void>;
}

/** Seconds: in the middle of a line of captions. */
const MOMENT = 8.4;
/** Where no control is. */
const CALM = { x: 140, y: 70 };

/** The film stands at its moment, and the pointer is on the picture. */
async function stand(page: Page): Promise<void> {
  await toMoment(page, MOMENT);
  await page.mouse.move(CALM.x - 20, CALM.y);
  await page.mouse.move(CALM.x, CALM.y);
}

async function toMoment(page: Page, moment: number): Promise<void> {
  const video = page.locator('video').first();
  const media = await video.elementHandle();
  await page.waitForFunction((one) => one instanceof HTMLVideoElement && one.readyState > 2, media);
  await video.evaluate(play);
  await page.waitForFunction((one) => one instanceof HTMLVideoElement && one.currentTime > 0.3, media);
  // A seek in the same moment would hide the pause from listeners.
  await video.evaluate((one: HTMLVideoElement) => one.pause());
  await page.waitForFunction((one) => one instanceof HTMLVideoElement && one.paused, media);
  await video.evaluate((one: HTMLVideoElement, seconds) => {
    one.currentTime = seconds < 0 ? one.duration + seconds : seconds;
  }, moment);
  await page.waitForFunction(
    (one) => one instanceof HTMLVideoElement && !one.seeking && one.readyState > 1,
    media,
  );
}

/** Not all autoplay where less motion is wanted. */
function play(video: HTMLVideoElement | SVGElement | HTMLElement): void {
  if (video instanceof HTMLVideoElement && video.paused) void video.play().catch(() => {});
}

async function resume(page: Page): Promise<void> {
  await page.locator('video').first().evaluate(play);
  await page.mouse.move(CALM.x + 10, CALM.y);
}

export const PEER_STATES: readonly PeerState[] = [
  {
    ...{ name: 'rest', title: 'Before it plays', begin: 'click' },
    act: async (page) => {
      await page.waitForLoadState('networkidle');
    },
  },
  {
    ...{ name: 'playing', title: 'Plays, the pointer on the picture', begin: 'navigation', moves: true },
    act: async (page) => {
      await stand(page);
      await resume(page);
    },
  },
  { name: 'paused', title: 'Paused', begin: 'navigation', act: stand },
  {
    ...{ name: 'seek', title: 'The pointer on the seek bar', begin: 'navigation' },
    act: async (page, peer) => {
      await stand(page);
      const box = await peer.seekBar(page).boundingBox();
      if (!box) throw new TypeError(`${peer.label} has no seek bar.`);
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
    },
  },
  {
    ...{ name: 'settings', title: 'The settings', begin: 'navigation' },
    act: async (page, peer) => {
      await stand(page);
      await peer.settings(page).click();
    },
  },
  {
    ...{ name: 'captions', title: 'Captions', begin: 'navigation' },
    act: async (page, peer) => {
      await stand(page);
      await peer.captionsOn(page);
      await page.mouse.move(CALM.x, CALM.y);
    },
  },
  {
    ...{ name: 'languages', title: 'The languages of captions', begin: 'navigation' },
    act: async (page, peer) => {
      await stand(page);
      await peer.languages(page);
    },
  },
  {
    ...{ name: 'end', title: 'The end', begin: 'navigation' },
    act: async (page) => {
      await toMoment(page, -1.5);
      await page
        .locator('video')
        .first()
        .evaluate(async (media: HTMLVideoElement) => {
          const ended = new Promise((resolve) => media.addEventListener('ended', resolve, { once: true }));
          await media.play();
          await ended;
        });
      await page.mouse.move(CALM.x, CALM.y);
    },
  },
  { name: 'small', title: '320 px wide, paused', begin: 'navigation', width: 320, act: stand },
];
