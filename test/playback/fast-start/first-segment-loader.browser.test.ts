import { expect } from 'chai';
import {
  FirstSegmentLoader,
  type StartOptions,
} from '../../../src/playback/fast-start/first-segment-loader.ts';
import { sourceOfAddresses } from '../../../src/playback/source/playback-source.ts';
import { managesSources } from '../../../src/playback/media/media-support.ts';
import { requested } from '../../support/elements/page-requests.ts';

const FILM = new URL('/media/hls/master.m3u8', location.href).href;

describe('FirstSegmentLoader', () => {
  let media: HTMLVideoElement;
  let abort: AbortController;
  let loaded: boolean[];
  beforeEach(() => {
    media = document.createElement('video');
    document.body.append(media);
    abort = new AbortController();
    loaded = [];
  });
  afterEach(() => {
    abort.abort();
    media.remove();
  });

  /** A loader of the film, with these playlists at hand in place of those of the server. */
  function loaderOf(playlists: { url: string; text: string }[] = [], more: Partial<StartOptions> = {}) {
    const source = { ...sourceOfAddresses([{ src: FILM }]), playlists };
    return new FirstSegmentLoader({
      ...{ media, source, address: source.media[0]!, startTime: 0 },
      ...{ preferences: { quality: 'auto' }, signal: abort.signal },
      loadEngine: (needsAll) => Promise.resolve(loaded.push(needsAll)),
      ...more,
    });
  }
  const read = async (url: string) => (await fetch(url)).text();
  /** The film with one of its media playlists changed. */
  async function changed(change: (text: string) => string) {
    const master = await read(FILM);
    const urls = ['90p/index.m3u8', '180p/index.m3u8'].map((place) => new URL(place, FILM).href);
    const lists = await Promise.all(urls.map(async (url) => ({ url, text: change(await read(url)) })));
    return [{ url: FILM, text: master }, ...lists];
  }
  const opened = () => {};

  it('prepares with the playlists and the first segment, without touching the video element', async () => {
    const loader = loaderOf();
    await loader.prepare();
    expect([...loader.memory.texts.keys()][0]).to.equal(FILM);
    expect(loader.memory.variantUrl).to.match(/p\/index\.m3u8$/);
    // A managed source takes data in its own time: the engine fetches it.
    expect(loader.memory.pieces.size).to.equal(managesSources() ? 0 : 2);
    expect(media.hasAttribute('src')).to.equal(false);
  });

  it('prepares once, however often it is asked', async () => {
    const loader = loaderOf();
    const before = (await requested('/media/hls/')).length;
    await Promise.all([loader.prepare(), loader.prepare()]);
    const once = (await requested('/media/hls/')).slice(before);
    expect(once).to.deep.equal([...new Set(once)]);
  });

  const unknown: [string, (text: string) => string][] = [
    ['an encrypted film', (text) => text.replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF')],
    ['a live stream', (text) => text.replace('#EXT-X-ENDLIST', '')],
    ['a page in place of a playlist', () => '<!doctype html><title>Not found</title>'],
  ];
  for (const [what, change] of unknown) {
    it(`leaves ${what} to the engine, and the video element as it was`, async () => {
      const loader = loaderOf(await changed(change));
      expect(await loader.begin(opened)).to.equal(undefined);
      expect(media.hasAttribute('src')).to.equal(false);
      expect(loaded).to.deep.equal([loader.needsAll]);
    });
  }

  it('keeps the playlist of a live stream for moments only', async () => {
    const loader = loaderOf(await changed((text) => text.replace('#EXT-X-ENDLIST', '')));
    await loader.prepare();
    const kept = loader.memory.texts.get(loader.memory.variantUrl ?? '');
    expect(kept?.isPassing).to.equal(true);
  });

  it('leaves an address to the engine that is no playlist', async () => {
    const loader = loaderOf([{ url: FILM, text: 'GIF89a' }]);
    expect(await loader.begin(opened)).to.equal(undefined);
    expect(media.hasAttribute('src')).to.equal(false);
  });

  it('begins nothing for a playback that has ended', async () => {
    const loader = loaderOf();
    abort.abort();
    expect(await loader.begin(opened)).to.equal(undefined);
    expect(media.hasAttribute('src')).to.equal(false);
  });

  it('loads the engine on a sign of interest, after what the first frame needs', async () => {
    const loader = loaderOf();
    await loader.warm();
    expect(loaded.at(-1)).to.equal(loader.needsAll);
  });

  // It leaves a managed source to the engine.
  if (managesSources()) return;

  it('opens a source that holds the first segment', async () => {
    const loader = loaderOf();
    const calls: string[] = [];
    const started = await loader.begin(() => calls.push(media.src));
    expect(calls).to.have.length(1);
    expect(calls[0]).to.match(/^blob:/);
    expect(started?.tracks.map(({ name }) => name)).to.deep.equal(['audiovideo']);
    expect(started?.tracks[0]?.buffer.buffered.start(0)).to.be.below(0.1);
    expect([...(started?.urls ?? [])][0]).to.match(/p\/0\.m4s$/);
    expect(started?.mediaSource.duration).to.be.closeTo(8, 0.1);
    expect(media.readyState).to.be.greaterThan(0);
  });

  it('leaves the video element as it was when a segment is no media', async () => {
    const loader = loaderOf(await changed((text) => text.replaceAll(/^\d+\.m4s$/gm, 'index.m3u8')));
    let begun = 0;
    expect(await loader.begin(() => begun++)).to.equal(undefined);
    expect(begun).to.equal(1);
    expect(media.hasAttribute('src')).to.equal(false);
  });

  it('leaves the video element as it was when the playback ends, unless the engine has taken it over', async () => {
    for (const isTaken of [false, true]) {
      const loader = loaderOf();
      expect(await loader.begin(opened)).to.have.property('mediaSource');
      loader.isTaken = isTaken;
      abort.abort();
      expect(media.hasAttribute('src')).to.equal(isTaken);
      abort = new AbortController();
    }
  });
});
