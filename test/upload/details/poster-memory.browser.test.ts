import { expect } from 'chai';
import { Store } from '../../../src/core/store.ts';
import { AuthorPoster, type AuthorPosterOptions } from '../../../src/upload/details/author-poster.ts';
import type { DescribedUpload } from '../../../src/upload/details/author-details.ts';
import { PosterMemory } from '../../../src/upload/details/poster-memory.ts';
import type { UploadState } from '../../../src/upload/index.ts';
import { until } from '../../support/until.ts';

const PROGRESS = { sent: 0, stored: 0, total: 10, speed: undefined, secondsLeft: undefined };

/** Names of this page's own: other pages of the same browser have the same store. */
const OWN = crypto.getRandomValues(new Uint32Array(2)).join('-');
let count = 0;

async function draw(colour: string, across = 160): Promise<Blob> {
  const canvas = new OffscreenCanvas(across, 90);
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('Nothing can be drawn.');
  context.fillStyle = colour;
  context.fillRect(0, 0, across, 90);
  return canvas.convertToBlob({ type: 'image/jpeg' });
}

describe('the picture of a film that is not uploaded yet', () => {
  let videoId: string;
  let saved: { videoId: string; picture: Blob }[];
  let failure: Error | undefined;

  beforeEach(() => {
    videoId = `vi-${OWN}-${String(count++)}`;
    saved = [];
    failure = undefined;
  });

  /** One visit: its upload, and its author's choice. */
  function visit({ subject, hasBackend = true }: { subject?: string; hasBackend?: boolean } = {}) {
    const store = new Store<UploadState>({ status: 'uploading', ...PROGRESS });
    const upload: { -readonly [Name in keyof DescribedUpload]: DescribedUpload[Name] } = {
      ...{ store, videoId, details: undefined },
      claim: () => 'proof',
    };
    const recalled: Blob[] = [];
    const save: AuthorPosterOptions['save'] = (_backend, own, picture) => {
      if (failure) return Promise.reject(failure);
      saved.push({ videoId: own.videoId, picture });
      return Promise.resolve();
    };
    const poster = new AuthorPoster(upload, {
      ...{ memory: new PosterMemory(subject), save, onChange: () => {} },
      backend: () => (hasBackend ? { backend: '/vh' } : undefined),
      onRecall: (picture) => recalled.push(picture),
    });
    const goOn = (status: 'processing' | 'cancelled', id = videoId) => {
      upload.videoId = id;
      if (status === 'cancelled') store.set({ status, ...PROGRESS });
      else store.set({ status, since: 0, video: { videoId: id }, ...PROGRESS });
    };
    return { poster, upload, recalled, goOn };
  }
  const file = async (colour: string) => new File([await draw(colour)], `${colour}.jpg`);
  const kept = () => new PosterMemory(undefined).read(videoId);

  it('is there after a reload, and is sent then where it was not', async () => {
    failure = new TypeError('offline');
    const first = visit();
    await first.poster.chooseFile(await file('teal'));
    await until(() => first.poster.store.state.saving === 'failed');
    await until(async () => (await kept())?.isSaved === false);
    first.poster.end();
    failure = undefined;
    const next = visit();
    await until(() => next.poster.store.state.saving === 'saved');
    expect(next.poster.store.state.source).to.deep.equal({ name: 'teal.jpg' });
    expect(next.upload.details).to.deep.equal({ poster: { name: 'teal.jpg' } });
    expect(next.recalled.map(({ type }) => type)).to.deep.equal(['image/jpeg']);
    expect(saved.map((one) => one.videoId)).to.deep.equal([videoId]);
    const [before, after] = await Promise.all([first.poster, next.poster].map(bytesOf));
    expect(after).to.deep.equal(before);
  });

  it('is not sent twice, and goes out of the store when the film is stored', async () => {
    const first = visit();
    await first.poster.chooseFile(await file('navy'));
    await until(async () => (await kept())?.isSaved === true);
    first.poster.end();
    const next = visit();
    await until(() => next.poster.store.state.saving === 'saved');
    expect(saved).to.have.length(1);
    next.goOn('processing');
    await until(async () => (await kept()) === undefined);
  });

  it('is sent for another video as well, where the service has lost the first', async () => {
    const first = visit();
    await first.poster.chooseFile(await file('navy'));
    await until(async () => (await kept())?.isSaved === true);
    first.poster.end();
    const next = visit();
    await until(() => next.poster.store.state.saving === 'saved');
    const another = `${videoId}-again`;
    next.goOn('processing', another);
    await until(() => saved.length === 2);
    expect(saved[1]?.videoId).to.equal(another);
  });

  it('is forgotten with a cancelled upload', async () => {
    const { poster, goOn } = visit({ hasBackend: false });
    await poster.chooseFile(await file('navy'));
    await until(async () => (await kept()) !== undefined);
    goOn('cancelled');
    await until(async () => (await kept()) === undefined);
  });

  it('is for its own visitor only', async () => {
    const { poster } = visit({ subject: 'ann' });
    await poster.chooseFile(await file('navy'));
    await until(async () => (await new PosterMemory('ann').read(videoId)) !== undefined);
    expect(await new PosterMemory('bob').read(videoId)).to.equal(undefined);
    expect(await kept()).to.equal(undefined);
  });

  it('gives way to one that is chosen before it is found', async () => {
    const picture = await draw('navy');
    await new PosterMemory(undefined).write(videoId, { source: { time: 1.5 }, picture, isSaved: false });
    // Made before the visit begins: the memory may answer while it is drawn.
    const gold = await file('gold');
    const { poster, recalled } = visit();
    await poster.chooseFile(gold);
    await until(() => poster.store.state.saving === 'saved');
    expect(poster.store.state.source).to.deep.equal({ name: 'gold.jpg' });
    await until(async () => JSON.stringify((await kept())?.source) === '{"name":"gold.jpg"}');
    expect(recalled).to.deep.equal([]);
    expect(saved).to.have.length(1);
  });

  it('is one of eight at most, the newest', async () => {
    const memory = new PosterMemory(`many ${OWN}`);
    const picture = await draw('navy');
    const { now } = Date;
    // Later than those of other pages of this browser, and in order.
    let time = now() + 60_000;
    Date.now = () => (time += 1_000);
    try {
      for (let at = 0; at < 10; at++)
        await memory.write(`many-${String(at)}`, { source: { time: at }, picture, isSaved: false });
    } finally {
      Date.now = now;
    }
    expect(await memory.read('many-0')).to.equal(undefined);
    expect(await memory.read('many-1')).to.equal(undefined);
    expect((await memory.read('many-9'))?.source).to.deep.equal({ time: 9 });
    for (let at = 0; at < 10; at++) await memory.forget(`many-${String(at)}`);
  });

  it('is not taken from an entry that is no picture, or a week old', async () => {
    const memory = new PosterMemory(undefined);
    await memory.write(videoId, { source: { time: 1 }, picture: new Blob(['<svg/>']), isSaved: false });
    expect(await memory.read(videoId)).to.equal(undefined);
    await memory.write(videoId, { source: { time: 1 }, picture: await draw('navy'), isSaved: false });
    const { now } = Date;
    Date.now = () => now() + 8 * 24 * 60 * 60 * 1000;
    try {
      expect(await memory.read(videoId)).to.equal(undefined);
    } finally {
      Date.now = now;
    }
    await memory.forget(videoId);
  });
});

async function bytesOf({ store }: AuthorPoster): Promise<number[]> {
  return [...new Uint8Array((await store.state.picture?.arrayBuffer()) ?? new ArrayBuffer())];
}
