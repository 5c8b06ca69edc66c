import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import type { ViewingTotals } from '../../../../src/session/index.ts';

interface Answered {
  viewing: { id: string; mediaId: string };
  events: ({ seq: number; type: string } & Record<string, unknown>)[];
  totals: ViewingTotals;
}

const MARKUP = 'muted video-id="film" collector-url="https://collector.test" collector-format="vh"';

describe("<vh-player>'s session events in the format vh", () => {
  const reported: Answered[] = [];
  const realFetch = window.fetch.bind(window);
  let player: PlayerHarness;

  const events = () => reported.flatMap((body) => body.events).sort((one, other) => one.seq - other.seq);
  const eventsOf = (...types: string[]) => events().filter(({ type }) => types.includes(type));
  const viewings = () => new Set(reported.map(({ viewing }) => viewing.id)).size;
  /** Ends the viewing: all that is left is delivered. */
  const leave = async () => {
    // The code of session events may come after the first frame.
    await until(() => reported.length > 0);
    player.element.removeAttribute('collector-url');
    player.element.removeAttribute('src');
    await until(() => eventsOf('leave').length > 0);
  };

  beforeEach(() => {
    reported.length = 0;
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (!url.startsWith('https://collector.test/')) return realFetch(input, init);
      reported.push(JSON.parse(init?.body as string) as Answered);
      return Promise.resolve(Response.json({ keepsOnce: true }));
    };
  });

  afterEach(() => {
    player.remove();
    window.fetch = realFetch;
  });

  it('report the rendition that is on the screen', async () => {
    player = await PlayerHarness.create(`${MARKUP} src=${FILMS.hls}`);
    await player.element.play();
    await until(() => player.element.currentQuality !== undefined);
    // The session sees some of it play: its code may come after the first frame.
    await until(() => reported.length > 0);
    await player.untilPlayed(player.element.currentTime + 0.6);
    const { qualities } = player.element;
    await leave();
    const [rendition] = eventsOf('rendition');
    const offered = qualities.map(({ width, height, bitrate }) => [width, height, bitrate]);
    expect(offered).to.deep.include([rendition?.['width'], rendition?.['height'], rendition?.['bitrate']]);
    expect(reported.at(-1)?.totals.averageBitrate).to.be.greaterThan(0);
  });

  it('report a failed playback with its code, in one session', async () => {
    player = await PlayerHarness.create(`${MARKUP} src=${FILMS.gone}`);
    await player.element.play().catch(() => {});
    await until(() => eventsOf('failure').length > 0);
    await leave();
    expect(eventsOf('failure').map(({ code }) => code)).to.deep.equal(['media-not-found']);
    expect(viewings()).to.equal(1);
    expect(reported.at(-1)?.totals.failed).to.equal(true);
  });

  it('know where the engine begins from where a viewer goes', async () => {
    player = await PlayerHarness.create(`${MARKUP} src=${FILMS.long} start-time="8"`);
    await player.element.play();
    await until(() => player.element.currentTime > 8.3);
    expect(eventsOf('seek.forward')).to.deep.equal([]);
    player.element.currentTime = 16;
    await until(() => player.element.currentTime > 16.2);
    await leave();
    const seeks = eventsOf('seek.forward', 'seek.backward');
    expect(seeks.map(({ to }) => Math.round(Number(to)))).to.deep.equal([16]);
    expect(reported.at(-1)?.totals.seekCount).to.equal(1);
  });

  it('show the page each event as vh-session-event: it may change one, and cancel it', async () => {
    player = await PlayerHarness.create(`${MARKUP} src=${FILMS.hls}`);
    player.element.addEventListener('vh-session-event', (event) => {
      if (event.fact.type === 'ready') event.preventDefault();
      if (event.fact.type === 'pause') event.fact = { type: 'pause', at: 1234 };
    });
    await player.element.play();
    await player.untilPlayed(0.3);
    player.element.pause();
    await until(() => eventsOf('pause').length > 0);
    await leave();
    expect(eventsOf('ready')).to.deep.equal([]);
    expect(eventsOf('play')).to.have.length(1);
    expect(eventsOf('pause').map(({ at }) => at)).to.deep.equal([1234]);
    expect(events().map(({ seq }) => seq)).to.deep.equal(events().map((_event, index) => index));
  });

  it('end at once when the page turns them off in mid-viewing', async () => {
    player = await PlayerHarness.create(`${MARKUP} src=${FILMS.hls} loop`);
    const { element } = player;
    await element.play();
    await until(() => eventsOf('play').length > 0);
    element.withoutEvents = true;
    await element.updateComplete;
    element.pause();
    await until(() => element.paused);
    element.withoutEvents = false;
    element.removeAttribute('src');
    await element.updateComplete;
    element.setAttribute('src', FILMS.hls);
    await element.play();
    await until(() => eventsOf('play').length > 1);
    const [first] = reported;
    const bodies = reported.filter(({ viewing }) => viewing.id === first?.viewing.id);
    const types = bodies.flatMap((body) => body.events.map(({ type }) => type));
    expect(types.filter((type) => type === 'pause' || type === 'leave')).to.deep.equal([]);
  });
});
