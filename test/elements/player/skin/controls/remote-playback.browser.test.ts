import { expect } from 'chai';
import Hls from 'hls.js';
import { offerAirPlay } from '../../../../../src/playback/adapters/hls/airplay.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

const { MEDIA_ATTACHED, MEDIA_DETACHING } = Hls.Events;
const AVAILABILITY = 'webkitplaybacktargetavailabilitychanged';
const NAME = words('player.remotePlayback');

/** A device that a test finds, and connects. */
class StandInRemote extends EventTarget {
  state = 'disconnected';
  prompts = 0;
  refusals = 0;
  watchers: ((isAvailable: boolean) => void)[] = [];

  watchAvailability(watcher: (isAvailable: boolean) => void): Promise<number> {
    if (this.refusals > 0) {
      this.refusals -= 1;
      return Promise.reject(new DOMException('Not yet.', 'InvalidStateError'));
    }
    return Promise.resolve(this.watchers.push(watcher));
  }

  cancelWatchAvailability(): Promise<void> {
    this.watchers = [];
    return Promise.resolve();
  }

  prompt(): Promise<void> {
    this.prompts += 1;
    return Promise.reject(new DOMException('No.', 'NotAllowedError'));
  }

  change(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event(state === 'connected' ? 'connect' : 'disconnect'));
  }
}

describe('<vh-player> on another device', () => {
  let player: PlayerHarness;
  let remote: StandInRemote;
  afterEach(() => player.remove());

  const play = async (attributes = '', prepare = () => {}) => {
    remote = new StandInRemote();
    prepare();
    player = await PlayerHarness.create(`muted loop src="${FILMS.mp4}" ${attributes}`, ({ media }) =>
      Object.defineProperty(media, 'remote', { value: remote }),
    );
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  const find = () => remote.watchers.forEach((watcher) => watcher(true));

  it('is offered once a device is found, and says when it plays there', async () => {
    await play();
    await until(() => remote.watchers.length === 1);
    expect(player.has(NAME)).to.equal(false);
    find();
    await until(() => player.has(NAME));
    expect(player.control(NAME).ariaPressed).to.equal('false');
    player.control(NAME).click();
    expect(remote.prompts).to.equal(1);
    remote.change('connected');
    await until(() => player.control(NAME).ariaPressed === 'true');
    remote.change('disconnected');
    await until(() => player.control(NAME).ariaPressed === 'false');
    player.remove();
    await until(() => remote.watchers.length === 0);
  });

  it('is looked for again when there are media', async () => {
    await play('', () => (remote.refusals = 1));
    player.element.media.dispatchEvent(new Event('loadedmetadata'));
    await until(() => remote.watchers.length === 1);
  });

  for (const attributes of [
    'disableremoteplayback',
    'controlslist="noremoteplayback"',
    'without-remote-playback',
  ]) {
    it(`is not offered where the page forbids it: ${attributes}`, async () => {
      await play(attributes);
      player.element.media.dispatchEvent(
        Object.assign(new Event(AVAILABILITY), { availability: 'available' }),
      );
      find();
      await settled();
      expect(player.has(NAME)).to.equal(false);
    });
  }

  it('is AirPlay in Safari', async () => {
    await play();
    const { media } = player.element;
    let asked = 0;
    Object.assign(media, { webkitShowPlaybackTargetPicker: () => (asked += 1) });
    media.dispatchEvent(Object.assign(new Event(AVAILABILITY), { availability: 'available' }));
    await until(() => player.has(NAME));
    player.control(NAME).click();
    expect([asked, remote.prompts]).to.deep.equal([1, 0]);
    Object.assign(media, { webkitCurrentPlaybackTargetIsWireless: true });
    media.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
    await until(() => player.control(NAME).ariaPressed === 'true');
  });
});

describe('The source for AirPlay', () => {
  const isManaged = 'ManagedMediaSource' in globalThis;

  it('stands beside a managed media source that plays, and nowhere else', async () => {
    const player = await PlayerHarness.create(`muted loop src="${FILMS.hls}"`);
    await player.element.play();
    await player.untilPlayed(0.1);
    const types = [...player.element.media.querySelectorAll('source')].map(({ type }) => type);
    expect(types.includes('application/x-mpegURL')).to.equal(isManaged);
    expect(player.element.media.hasAttribute('disableremoteplayback')).to.equal(false);
    player.remove();
    await until(() => player.element.media.querySelector('source') === null);
    expect(player.element.media.hasAttribute('disableremoteplayback')).to.equal(false);
  });

  /** A stand-in for hls.js, with a video and its own lifetime. */
  const stage = (isForbidden = false) => {
    const media = document.createElement('video');
    media.disableRemotePlayback = isForbidden;
    const life = new AbortController();
    const listeners = new Map<string, () => void>();
    const calls: string[] = [];
    const hls = {
      on: (name: string, listener: () => void) => listeners.set(name, listener),
      stopLoad: () => calls.push('stop'),
      startLoad: (at: number) => calls.push(`start ${at}`),
    };
    if (!isManaged)
      Object.defineProperty(globalThis, 'ManagedMediaSource', { configurable: true, value: Object });
    let address = 'https://example.com/a.m3u8';
    let update = () => {};
    offerAirPlay(hls, Hls, {
      media,
      url: () => address,
      onChange: (given) => (update = given),
      signal: life.signal,
    });
    const refresh = (url: string) => {
      address = url;
      update();
    };
    if (!isManaged) Reflect.deleteProperty(globalThis, 'ManagedMediaSource');
    // As hls.js does before a managed source opens.
    media.disableRemotePlayback = true;
    return { media, life, calls, refresh, report: (name: string) => listeners.get(name)?.() };
  };

  it('comes when the managed source has opened, and goes with it', () => {
    const { media, report, life } = stage();
    expect(media.querySelector('source')).to.equal(null);
    report(MEDIA_ATTACHED);
    expect(media.querySelector('source')?.src).to.equal('https://example.com/a.m3u8');
    expect(media.disableRemotePlayback).to.equal(false);
    report(MEDIA_DETACHING);
    expect(media.querySelector('source')).to.equal(null);
    media.disableRemotePlayback = true;
    report(MEDIA_ATTACHED);
    life.abort();
    expect(media.querySelector('source')).to.equal(null);
    expect(media.disableRemotePlayback).to.equal(false);
  });

  it('has the address that holds now, and arrives again with it', () => {
    const { media, report, refresh, life } = stage();
    refresh('https://example.com/b.m3u8');
    expect(media.querySelector('source')).to.equal(null);
    report(MEDIA_ATTACHED);
    const srcs = () => [...media.querySelectorAll('source')].map(({ src }) => src);
    expect(srcs()).to.deep.equal(['https://example.com/b.m3u8']);
    refresh('https://example.com/c.m3u8');
    expect(srcs()).to.deep.equal(['https://example.com/c.m3u8']);
    Object.assign(media, { webkitCurrentPlaybackTargetIsWireless: true });
    refresh('https://example.com/d.m3u8');
    expect(srcs(), 'a receiver that plays is left alone').to.deep.equal(['https://example.com/c.m3u8']);
    life.abort();
  });

  it('stops loading where a receiver plays already when the media are attached', () => {
    const { media, report, calls, life } = stage();
    Object.assign(media, { webkitCurrentPlaybackTargetIsWireless: true });
    report(MEDIA_ATTACHED);
    expect(calls).to.deep.equal(['stop']);
    life.abort();
  });

  it('does not come where the page forbids other devices', () => {
    const { media, report, life } = stage(true);
    report(MEDIA_ATTACHED);
    expect(media.querySelector('source')).to.equal(null);
    life.abort();
    expect(media.disableRemotePlayback).to.equal(true);
  });

  it('lets nothing be loaded twice while a receiver plays it', () => {
    const { media, report, calls, life } = stage();
    report(MEDIA_ATTACHED);
    const change = (isAway: boolean) => {
      Object.assign(media, { webkitCurrentPlaybackTargetIsWireless: isAway });
      media.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
    };
    change(true);
    change(false);
    life.abort();
    change(true);
    expect(calls).to.deep.equal(['stop', 'start 0']);
  });
});
