import { expect } from 'chai';
import { FilmFrames } from '../../../src/upload/inspect/film-frames.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { HeldTimers } from '../../support/held-timers.ts';

const timeoutMs = 60_000;

async function open(name: string): Promise<FilmFrames | undefined> {
  const file = new File([await (await fetch(`/media/inspect/${name}`)).blob()], name);
  return FilmFrames.open(file, await inspectFile(file, { timeoutMs }), new AbortController().signal);
}

/** What is seen of a film at a moment. */
async function seen(film: FilmFrames, time: number): Promise<number[]> {
  const picture = await film.frame(time, 32);
  const { width, height } = picture!;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(picture!, 0, 0);
  picture?.close();
  return [...context.getImageData(0, 0, width, height).data];
}

const distance = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;

describe('FilmFrames', () => {
  it('gives the picture of the moment where a browser says that it is there and shows it later: Chromium near the end', async () => {
    // The early word is made here as Chromium gives it; another browser means something else by it.
    if (!/Chrome/.test(navigator.userAgent)) return;
    const videos = new Set<HTMLMediaElement>();
    const place = [HTMLMediaElement.prototype, 'canPlayType'] as const;
    const real = Object.getOwnPropertyDescriptor(...place)!;
    const canPlayType = real.value as (type: string) => CanPlayTypeResult;
    Object.defineProperty(...place, {
      ...real,
      value(this: HTMLMediaElement, type: string) {
        videos.add(this);
        return canPlayType.call(this, type);
      },
    });
    // Without a picture to wait for, it would go on after this.
    const patience = new HeldTimers(400);
    try {
      const film = await open('../dusk.mp4');
      if (!film) return;
      const [first, last] = [await seen(film, 0.4), await seen(film, 3.9)];
      expect(distance(first, last)).to.be.above(2, 'the test would see a wrong picture');
      for (const video of videos)
        video.addEventListener('seeking', () => video.dispatchEvent(new Event('seeked')));
      for (const [time, wanted] of [
        [0.4, first],
        [3.9, last],
        [0.4, first],
      ] as const)
        expect(distance(await seen(film, time), wanted), `at ${String(time)}`).to.be.below(0.5);
      film.close();
    } finally {
      Object.defineProperty(...place, real);
      patience.restore();
    }
  });

  it('goes on after a moment that the browser cannot decode: Chromium fails inside open groups of pictures', async () => {
    const film = await open('open-groups.mp4');
    if (!film) return;
    const found: (string | undefined)[] = [];
    // Whichever of them fails, each is answered, and the first is there again.
    for (const time of [0.2, 1.08, 2.04, 2.6, 1.44, 0.2]) {
      const picture = await film.frame(time, 96);
      found.push(picture && `${String(picture.width)} × ${String(picture.height)}`);
      picture?.close();
    }
    film.close();
    expect([found[0], found.at(-1)]).to.deep.equal(['96 × 54', '96 × 54']);
  });
});
