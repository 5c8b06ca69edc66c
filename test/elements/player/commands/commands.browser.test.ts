import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../../support/elements/player-harness.ts';

describe('<vh-player> commands', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  /** As a browser says it that knows `commandfor`. */
  const command = (name: string) => {
    player.element.dispatchEvent(Object.assign(new Event('command'), { command: name }));
  };

  it('play, pause and mute, before there are any controls', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" muted loop load="intent"`);
    command('--play');
    await player.untilPlayed(0.1);
    command('--pause');
    await until(() => player.element.paused);
    command('--toggle');
    await until(() => !player.element.paused);
    command('--toggle');
    await until(() => player.element.paused);
    command('--mute');
    await until(() => !player.element.muted);
    command('--mute');
    await until(() => player.element.muted);
  });

  it('turn captions on and off', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted loop`);
    await player.element.play();
    await until(() => player.element.textTracks.length === 2);
    const isOn = () => [...player.element.textTracks].some(({ mode }) => mode === 'showing');
    command('--captions');
    await until(isOn);
    command('--captions');
    await until(() => !isOn());
  });

  it('lead to live', async () => {
    player = await PlayerHarness.create(`src="${FILMS.live}" muted`);
    const { element } = player;
    await element.play();
    await until(() => element.isAtLiveEdge);
    element.currentTime = element.seekable.start(0) + 4;
    await until(() => !element.isAtLiveEdge && !element.seeking);
    // What plays is led back by nobody else: only a place that has left the list is.
    const from = element.currentTime;
    expect(from).to.be.at.least(element.seekable.start(0));
    const sought = next(element, 'seeking');
    command('--go-live');
    await sought;
    expect(element.currentTime).to.be.closeTo(element.liveEdge ?? 0, 1);
    expect(element.currentTime).to.be.above(from + 1);
    await until(() => element.isAtLiveEdge);
    element.pause();
    command('--go-live');
    await until(() => element.isAtLiveEdge && !element.paused);
  });

  it('are not what they do not know', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" muted`);
    for (const name of ['--select', 'constructor', 'toString', '', '--mute']) command(name);
    // The last one has done something, and so have those before it.
    await until(() => !player.element.muted);
    expect(player.element.paused).to.equal(true);
  });

  it('come from a button', async () => {
    player = await PlayerHarness.create(`<vh-player id="film" muted loop src="${FILMS.mp4}"></vh-player>`);
    const button = document.createElement('button');
    player.element.after(button);
    button.setAttribute('commandfor', 'film');
    button.setAttribute('command', '--play');
    if (!('commandForElement' in button)) return;
    button.click();
    await player.untilPlayed(0.1);
  });
});
