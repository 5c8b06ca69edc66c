import { expect } from 'chai';
import type { Playback } from '../../src/core/wire/playback.ts';
import { configurePlayer } from '../../src/embed-page/embedded-player.ts';
import { speakPlayerJs } from '../../src/embed-page/player-js-bridge.ts';
import { runCommand, type EmbedStage } from '../../src/embed-page/sdk-commands.ts';
import { sendPlayerEvents } from '../../src/embed-page/sdk-events.ts';
import { showCaptions } from '../../src/embed-page/show-captions.ts';
import { readEmbedOptions, type EmbedOptions } from '../../src/embed/embed-address.ts';
import { FILMS, next, PlayerHarness, until } from '../support/elements/player-harness.ts';
import { seenParts } from '../support/elements/seen-parts.ts';
import { words } from '../support/words.ts';

const PAGE = `${location.origin}/vh/embed/videos/vi1`;
const film = (): Playback => ({
  ...{ kind: 'video', id: 'vi1', state: 'playable', title: 'Dusk', duration: 8, playlists: [], chapters: [] },
  ...{ hls: FILMS.hls, poster: FILMS.poster },
  captions: [
    { src: '/media/captions/en.vtt', language: 'en', label: 'English', default: false },
    { src: '/media/captions/de.vtt', language: 'de', label: 'Deutsch', default: false },
  ],
});

describe('the address of an embed page', () => {
  let player: PlayerHarness;
  const { fetch } = globalThis;
  afterEach(() => {
    player.remove();
    globalThis.fetch = fetch;
  });

  const open = async (rest: string, playback: Playback | null = film()) => {
    const options = readEmbedOptions(`${PAGE}${rest}`);
    if (!options) throw new TypeError('The address is none.');
    player = await PlayerHarness.create('', (element) => {
      configurePlayer(element, options, playback ? { playback } : {}, () => {});
      if (options.captions !== undefined)
        showCaptions(element, options.captions, new AbortController().signal);
    });
    return options;
  };
  const play = async () => {
    player.element.muted = true;
    await player.element.play();
    await player.untilPlayed(0.1);
  };
  const isMuted = () => player.element.media.muted;
  const showing = () =>
    [...player.element.textTracks].filter(({ mode }) => mode === 'showing').map(({ language }) => language);

  it('plays, without sound and over and over, where it says so', async () => {
    await open('?autoplay=1&muted=1&loop=1');
    await player.untilPlayed(0.1);
    expect(isMuted()).to.equal(true);
    player.element.currentTime = player.element.duration - 0.2;
    await until(() => player.element.currentTime > 0.1 && player.element.currentTime < 3);
    expect(player.element.paused).to.equal(false);
    player.remove();
    await open('');
    expect([isMuted(), player.element.loop, player.element.paused]).to.deep.equal([false, false, true]);
  });

  it('begins and ends where it says so', async () => {
    for (const rest of ['?start=2&end=0:03', '#t=2,3', '?t=2,3']) {
      await open(rest);
      await play();
      expect(player.element.currentTime, rest).to.be.at.least(2);
      await until(() => player.element.paused);
      expect(player.element.currentTime, rest).to.be.within(2.5, 3.6);
      player.remove();
    }
    await open('');
  });

  it('shows no controls, no title and no poster where it says so', async () => {
    const parts = () => ['play-button', 'title'].map((name) => seenParts(player.element, name).length > 0);
    await open('');
    await until(() => parts().every(Boolean) && player.element.media.poster !== '');
    for (const [rest, ...shown] of [
      ['?controls=0', false, true],
      ['?hideControls=1', false, true],
      ['#hide-controls', false, true],
      ['?hideTitle=1', true, false],
      ['?chromeless=1', false, false],
    ] as const) {
      player.remove();
      await open(rest);
      await until(() => player.element.media.poster !== '');
      expect(parts()[1] && shown[1], `${rest} title`).to.equal(parts()[1]);
      await play();
      await player.element.updateComplete;
      if (shown[0]) await until(() => player.hasControls);
      else expect(player.hasControls, rest).to.equal(false);
    }
    player.remove();
    await open('?hidePoster=1');
    await until(() => player.facadeText.includes('Dusk'));
    expect(player.element.media.poster).to.equal('');
    runCommand({ player: player.element } as EmbedStage, { message: 'showPoster' });
    await until(() => player.element.media.poster !== '');
  });

  it('shows captions from the start', async () => {
    for (const [rest, language] of [
      ['?captions=de', 'de'],
      ['#show-subtitles', 'en'],
      ['?showSubtitles=true', 'en'],
    ] as const) {
      await open(rest);
      await play();
      await until(() => showing().join() === language, showing);
      player.remove();
    }
    await open('');
  });

  it('asks the visitor first', async () => {
    await open('?consent=1');
    await until(() => player.shows(words('consent.notice')));
    expect(player.element.media.poster).to.equal('');
  });

  it('opens the playback with what the address has, each time', async () => {
    const asked: URL[] = [];
    globalThis.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input), location.href);
      if (!url.pathname.endsWith('/playback')) return fetch(input, init);
      asked.push(url);
      return Promise.resolve(Response.json(film()));
    };
    await open('?token=to1&avh=se1&signature=si1&expires=9', null);
    // A page loads the playback when it is seen.
    player.element.loadWhen = 'now';
    await until(() => asked.length > 0);
    expect(asked[0]?.pathname).to.equal('/vh/embed/videos/vi1/playback');
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).to.deep.equal({
      ...{ token: 'to1', avh: 'se1', signature: 'si1', expires: '9' },
    });
  });
});

describe('the messages of an embed page', () => {
  let player: PlayerHarness;
  let life: AbortController;
  beforeEach(() => (life = new AbortController()));
  afterEach(() => {
    life.abort();
    player.remove();
    document.body.style.removeProperty('--vh-accent');
  });

  const media = () => player.element.media;
  const ready = async () => {
    player = await PlayerHarness.create('muted load="now" preload="auto"', (element) => {
      element.playback = film();
    });
    await until(() => player.element.readyState >= 2);
  };

  it('of player.js are done, and answered with the state of the film', async () => {
    await ready();
    const sent: { event: string; value: unknown; listener?: string }[] = [];
    const parent: Partial<Window> = {
      postMessage: (text: string) => void sent.push(JSON.parse(text) as (typeof sent)[0]),
    };
    const frame = Object.assign(new EventTarget(), { parent, location });
    speakPlayerJs(player.element, {
      ...{
        window: frame as Partial<Window> as Window,
        allowedOrigins: undefined,
        length: () => undefined,
        signal: life.signal,
      },
    });
    const say = (method: string, value?: unknown, listener = method) => {
      const data = JSON.stringify({ context: 'player.js', version: '0.0.11', method, value, listener });
      frame.dispatchEvent(
        Object.assign(new Event('message'), { source: parent, origin: 'https://host.example', data }),
      );
    };
    const ask = async (method: string) => {
      const before = sent.length;
      say(method);
      await until(() => sent.slice(before).some(({ event }) => event === method));
      return sent.slice(before).find(({ event }) => event === method)?.value;
    };
    const hears = (event: string) =>
      until(
        () => sent.some((one) => one.event === event),
        () => event,
      );
    const said = (event: string) => sent.find((one) => one.event === event)?.value as object;
    expect(sent[0]?.event).to.equal('ready');
    expect(said('ready')).to.deep.include({ src: location.href });
    expect(said('ready')).to.have.property('methods').that.includes('setCurrentTime');
    for (const event of ['play', 'pause', 'ended', 'timeupdate', 'progress', 'seeked', 'error'])
      say('addEventListener', event, event);
    say('play');
    await player.untilPlayed(0.1);
    for (const event of ['play', 'timeupdate', 'progress']) await hears(event);
    expect(said('timeupdate')).to.have.property('duration').that.is.closeTo(8, 0.2);
    expect(said('timeupdate')).to.have.property('seconds').that.is.within(0, 8);
    expect(said('progress')).to.have.property('percent').that.is.within(0, 1);
    expect(await ask('getPaused')).to.equal(false);
    say('pause');
    await until(() => media().paused);
    await hears('pause');
    expect(await ask('getPaused')).to.equal(true);
    say('unmute');
    expect([media().muted, await ask('getMuted')]).to.deep.equal([false, false]);
    say('mute');
    expect([media().muted, await ask('getMuted')]).to.deep.equal([true, true]);
    say('setVolume', 40);
    expect([media().volume, await ask('getVolume')]).to.deep.equal([0.4, 40]);
    expect(await ask('getDuration')).to.be.closeTo(8, 0.2);
    say('setCurrentTime', 3);
    await hears('seeked');
    expect([Math.round(media().currentTime), await ask('getCurrentTime')]).to.deep.equal([3, 3]);
    say('setLoop', true);
    expect([media().loop, await ask('getLoop')]).to.deep.equal([true, true]);
    say('setLoop', false);
    expect([media().loop, await ask('getLoop')]).to.deep.equal([false, false]);
    say('setCurrentTime', media().duration - 0.3);
    say('play');
    await hears('ended');
    player.element.playback = undefined;
    player.element.src = FILMS.goneFile;
    await hears('error');
  });

  it('of the SDK are done, and answered with the state of the film', async () => {
    await ready();
    const sent: string[] = [];
    let shown: EmbedOptions | undefined;
    let hasLeft = false;
    const stage: EmbedStage = {
      ...{ player: player.element, isLive: false, mp4: '/film.mp4' },
      show: (options) => (shown = options),
      leave: () => (hasLeft = true),
      send: (type) => sent.push(type),
    };
    const say = (message: string, more: object = {}) => runCommand(stage, { message, ...more });
    const showing = () => [...player.element.textTracks].some(({ mode }) => mode === 'showing');
    say('play');
    await player.untilPlayed(0.1);
    expect([say('getPaused'), say('getPlaying')]).to.deep.equal([false, true]);
    say('pause');
    expect([media().paused, say('getPaused'), say('getPlaying')]).to.deep.equal([true, true, false]);
    say('unmute');
    expect([media().muted, say('getMuted')]).to.deep.equal([false, false]);
    say('mute');
    expect([media().muted, say('getMuted')]).to.deep.equal([true, true]);
    say('setVolume', { volume: 0.3 });
    expect([media().volume, say('getVolume')]).to.deep.equal([0.3, 0.3]);
    say('setCurrentTime', { currentTime: 2 });
    expect([media().currentTime, say('getCurrentTime')]).to.deep.equal([2, 2]);
    say('seek', { seek: 1.5 });
    expect(media().currentTime).to.equal(3.5);
    expect(say('getDuration')).to.be.closeTo(8, 0.2);
    say('setLoop', { loop: true });
    expect([media().loop, say('getLoop')]).to.deep.equal([true, true]);
    say('setPlaybackRate', { rate: 1.5 });
    expect([media().playbackRate, say('getPlaybackRate')]).to.deep.equal([1.5, 1.5]);
    expect(say('getVideoSize')).to.deep.equal({ width: media().videoWidth, height: media().videoHeight });
    expect(media().videoWidth).to.be.greaterThan(0);
    expect([say('isLiveStream'), say('getMp4Url')]).to.deep.equal([false, '/film.mp4']);
    say('showSubtitles');
    await until(showing);
    say('hideSubtitles');
    await until(() => !showing());
    await until(() => player.hasControls);
    say('hideControls');
    await until(() => !player.hasControls);
    say('showControls');
    await until(() => player.hasControls);
    expect(sent).to.deep.equal(['controlsdisabled', 'controlsenabled']);
    const hasTitle = () => seenParts(player.element, 'title').length > 0;
    await until(hasTitle);
    say('hideTitle');
    await until(() => !hasTitle());
    say('showTitle');
    await until(hasTitle);
    say('setChromeless', { chromeless: true });
    await until(() => !player.hasControls && !hasTitle());
    say('setChromeless', { chromeless: false });
    await until(() => player.hasControls && hasTitle());
    say('setTheme', { theme: { trackPlayed: 'rgb(9, 87, 201)' } });
    expect(getComputedStyle(player.element).getPropertyValue('--vh-accent')).to.equal('rgb(9, 87, 201)');
    say('setStyleProperty', { query: 'video', property: 'object-fit', value: 'cover' });
    expect(getComputedStyle(media()).objectFit).to.equal('cover');
    say('loadConfig', { url: `${PAGE}?muted=1` });
    expect([shown?.id, shown?.muted]).to.deep.equal(['vi1', true]);
    say('setAutoplay', { autoplay: true });
    player.element.playback = { ...film(), id: 'vi2' };
    player.element.load();
    await player.untilPlayed(0.1);
    say('destroy');
    expect(hasLeft).to.equal(true);
  });

  it('of the SDK ask for the screen and for a window', async () => {
    await ready();
    const asked: string[] = [];
    const stage = { player: player.element } as EmbedStage;
    const note = (name: string) => () => {
      asked.push(name);
      return Promise.resolve(undefined as never);
    };
    player.element.requestFullscreen = note('requestFullscreen');
    player.element.requestPictureInPicture = note('requestPictureInPicture');
    document.exitFullscreen = note('exitFullscreen');
    document.exitPictureInPicture = note('exitPictureInPicture');
    const names = ['requestFullscreen', 'exitFullscreen', 'requestPictureInPicture', 'exitPictureInPicture'];
    for (const message of names) runCommand(stage, { message });
    // The document's own are those of its class.
    for (const name of ['exitFullscreen', 'exitPictureInPicture']) Reflect.deleteProperty(document, name);
    expect(asked).to.deep.equal(names);
  });

  it('of the SDK hide the poster, also after an update, and bring it back', async () => {
    player = await PlayerHarness.create('', (element) => (element.playback = film()));
    const stage = { player: player.element } as EmbedStage;
    await until(() => media().poster !== '');
    runCommand(stage, { message: 'hidePoster' });
    player.element.requestUpdate();
    await player.element.updateComplete;
    expect(media().poster).to.equal('');
    runCommand(stage, { message: 'showPoster' });
    await player.element.updateComplete;
    expect(media().poster).to.match(/dusk\.jpg$/);
  });

  it('of the SDK report what the film and the visitor do', async () => {
    const sent: { type: string; details: Readonly<Record<string, unknown>> | undefined }[] = [];
    player = await PlayerHarness.create('muted load="now"', (element) => {
      element.playback = film();
      sendPlayerEvents(element, (type, details) => sent.push({ type, details }), life.signal);
    });
    const hears = async (...types: string[]) => {
      for (const type of types)
        await until(
          () => sent.some((one) => one.type === type),
          () => [type, sent.map((one) => one.type)],
        );
    };
    const detailsOf = (type: string) => sent.findLast((one) => one.type === type)?.details;
    await player.element.play();
    await player.untilPlayed(0.1);
    await hears('play', 'ready', 'firstplay', 'timeupdate', 'resize', 'qualitychange', 'playerresize');
    expect(detailsOf('timeupdate')?.['currentTime']).to.be.greaterThan(0);
    const size = { width: media().videoWidth, height: media().videoHeight };
    expect(detailsOf('qualitychange')).to.deep.equal({ resolution: size });
    player.element.volume = 0.5;
    player.element.muted = false;
    await until(() => detailsOf('volumechange')?.['volume'] === 0.5);
    player.element.muted = true;
    await until(() => detailsOf('volumechange')?.['volume'] === 0);
    player.element.playbackRate = 1.5;
    player.element.pause();
    await hears('ratechange', 'pause');
    const page = document.documentElement;
    for (const type of ['mouseenter', 'pointermove', 'mouseleave']) page.dispatchEvent(new Event(type));
    await hears('mouseenter', 'mouseleave', 'useractive', 'userinactive');
    document.dispatchEvent(new Event('fullscreenchange'));
    await hears('fullscreenchange');
    expect(detailsOf('fullscreenchange')).to.deep.equal({ isFullScreen: false });
    const ended = next(player.element, 'ended');
    player.element.currentTime = player.element.duration - 0.2;
    await player.element.play();
    await ended;
    await hears('seeking', 'ended');
    player.element.playback = undefined;
    player.element.src = FILMS.goneFile;
    await player.element.play().catch(() => undefined);
    await hears('error');
  });
});
