import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../../support/elements/player-harness.ts';

describe('<vh-player> as a media element', () => {
  let player: PlayerHarness;
  beforeEach(async () => (player = await PlayerHarness.create(`src="${FILMS.mp4}" muted`)));
  afterEach(() => player.remove());

  it('has every member of HTMLVideoElement, of the same kind', () => {
    const video = document.createElement('video');
    for (const { prototype } of [HTMLMediaElement, HTMLVideoElement]) {
      for (const name of Object.getOwnPropertyNames(prototype)) {
        if (name === 'constructor') continue;
        expect(player.element, name).to.have.property(name);
        expect(typeof Reflect.get(player.element, name), name).to.equal(typeof Reflect.get(video, name));
      }
    }
  });

  it('has the constants, on the class too', () => {
    expect(player.element.HAVE_ENOUGH_DATA).to.equal(4);
    expect(Reflect.get(player.element.constructor, 'NETWORK_LOADING')).to.equal(2);
  });

  it('reads and writes through to the video', async () => {
    const { element } = player;
    element.volume = 0.25;
    element.playbackRate = 1.5;
    expect(element.media.volume).to.equal(0.25);
    expect(element.media.playbackRate).to.equal(1.5);
    await next(element, 'volumechange');
    expect(() => (element.volume = 2)).to.throw(DOMException);
    await element.play();
    await player.untilPlayed(0.1);
    expect(element.videoWidth).to.equal(320);
    expect(element.buffered.length).to.be.greaterThan(0);
  });

  for (const film of [FILMS.mp4, FILMS.hls]) {
    it(`reloads when the same address is set again: ${film}`, async () => {
      const { element } = player;
      element.src = film;
      await element.play();
      await player.untilPlayed(0.2);
      const emptied = next(element, 'emptied');
      element.src = film;
      await emptied;
      expect([element.paused, element.currentTime]).to.deep.equal([true, 0]);
      await element.play();
      await player.untilPlayed(0.2);
    });
  }

  it('makes a stream of what it plays, where a video can', async () => {
    const { element } = player;
    const can = 'captureStream' in HTMLVideoElement.prototype;
    expect('captureStream' in element).to.equal(can);
    await element.play();
    await player.untilPlayed(0.1);
    expect(can ? element.captureStream().getVideoTracks().length : 1).to.equal(1);
  });

  it('is there from the first moment', () => {
    const element = document.createElement('vh-player');
    element.volume = 0.5;
    expect(element.media).to.be.instanceOf(HTMLVideoElement);
    expect(element.paused).to.equal(true);
    expect(element.readyState).to.equal(0);
    expect(element.networkState).to.equal(0);
    document.body.append(element);
    expect(element.media.getRootNode()).to.have.property('host', element);
    element.remove();
  });

  it('reflects what a video reflects', () => {
    const { element } = player;
    element.loop = true;
    expect(element.hasAttribute('loop')).to.equal(true);
    element.removeAttribute('loop');
    expect(element.media.loop).to.equal(false);
    element.preload = 'metadata';
    expect(element.getAttribute('preload')).to.equal('metadata');
    element.setAttribute('crossorigin', 'use-credentials');
    expect(element.media.crossOrigin).to.equal('use-credentials');
    expect(element.src).to.equal(new URL(FILMS.mp4, location.href).href);
    element.src = '/media/other.mp4';
    expect(element.getAttribute('src')).to.equal('/media/other.mp4');
    element.autoplay = true;
    expect(element.media.autoplay).to.equal(true);
    element.autoplay = false;
  });

  it('calls on… handlers with itself', async () => {
    const { element } = player;
    const targets: (EventTarget | null)[] = [];
    const own = handlersOfVideos();
    for (const name of own) {
      Reflect.set(element, name, (event: Event) => targets.push(event.target));
      element.media.dispatchEvent(new Event(name.slice(2)));
    }
    element.onplay = (event) => targets.push(event.target);
    await element.play();
    await until(() => targets.length > own.length);
    expect(targets).to.deep.equal([...own, 'onplay'].map(() => element));
    for (const name of own) {
      Reflect.set(element, name, null);
      element.media.dispatchEvent(new Event(name.slice(2)));
    }
    expect(targets.length).to.equal(own.length + 1);
  });

  it('begins without sound and repeats by the attributes of a `<video>`, as one does', async () => {
    for (const attributes of ['', 'muted', 'loop', 'muted loop']) {
      player.remove();
      player = await PlayerHarness.create(`src="${FILMS.mp4}" ${attributes}`);
      const { element } = player;
      const video = document.createElement('template');
      video.innerHTML = `<video ${attributes}></video>`;
      const native = document.importNode(video.content, true).querySelector('video');
      const heard = ({ muted, loop }: HTMLMediaElement = element.media) => [muted, loop];
      expect(heard(), attributes).to.deep.equal(heard(native ?? undefined));
      expect([element.muted, element.loop], attributes).to.deep.equal(heard());
      if (attributes !== 'muted loop') continue;
      await element.play();
      await player.untilPlayed(0.1);
      element.currentTime = element.duration - 0.5;
      await until(() => element.currentTime < 2 && !element.seeking);
    }
  });

  it('says that it can play HLS', () => {
    expect(player.element.canPlayType('application/vnd.apple.mpegurl')).to.not.equal('');
    expect(player.element.canPlayType('video/unheard-of')).to.equal('');
  });

  it('keeps its tracks in step with its children', async () => {
    const { element } = player;
    const track = document.createElement('track');
    Object.assign(track, {
      kind: 'captions',
      srclang: 'en',
      label: 'English',
      src: '/media/hls/captions/en.vtt',
    });
    element.append(track);
    await until(() => element.textTracks.length === 1);
    expect(element.textTracks[0]?.label).to.equal('English');
    track.label = 'Better English';
    await until(() => element.textTracks[0]?.label === 'Better English');
    track.remove();
    await until(() => element.textTracks.length === 0);
  });
});

/** Properties for handlers that a video has and other elements have not; WebKitGTK has none. */
function handlersOfVideos(): string[] {
  return [HTMLMediaElement, HTMLVideoElement]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name.startsWith('on'));
}
