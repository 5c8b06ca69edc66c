import { expect } from 'chai';
import type { EventDelivery } from '../../../../src/elements/player/api/event-target.ts';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';

interface Answered {
  url: string;
  session: { video_id: string; metadata?: unknown };
  events: { type: string }[];
}

const playback = (id: string) =>
  ({
    kind: 'video',
    id,
    state: 'playable',
    playlists: [],
    captions: [],
    chapters: [],
    mp4: FILMS.mp4,
  }) as const;

describe("<vh-player>'s session events", () => {
  const reported: Answered[] = [];
  const realFetch = window.fetch.bind(window);
  let player: PlayerHarness;

  const types = (id: string) =>
    reported
      .filter(({ session }) => session.video_id === id)
      .flatMap(({ events }) => events.map(({ type }) => type));

  beforeEach(() => {
    reported.length = 0;
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (!url.startsWith('https://collector.test/')) return realFetch(input, init);
      reported.push({ url, ...(JSON.parse(init?.body as string) as Omit<Answered, 'url'>) });
      return Promise.resolve(Response.json({ session: 'ps1' }));
    };
  });

  afterEach(() => {
    player.remove();
    window.fetch = realFetch;
  });

  it('report each viewing to a collector, one session for each video', async () => {
    player = await PlayerHarness.create('muted collector-url="https://collector.test"', (element) => {
      element.playback = playback('a');
    });
    await player.element.play();
    await until(() => types('a').includes('play') || types('a').includes('ready'));
    player.element.pause();
    await until(() => types('a').includes('pause'));
    expect(types('a').slice(0, 3)).to.deep.equal(['ready', 'play', 'pause']);
    expect(reported[0]?.url).to.equal('https://collector.test/vod');

    player.element.playback = playback('b');
    await player.element.updateComplete;
    await player.element.play();
    await until(() => types('b').includes('ready'));
    expect(types('a')).to.not.include('resume');
  });

  it('are not sent where the page does not want them, or the visitor does not', async () => {
    const visitor = navigator as { globalPrivacyControl?: boolean };
    Object.defineProperty(visitor, 'globalPrivacyControl', { value: true, configurable: true });
    const watch = async (attributes: string) => {
      const markup = `muted ${attributes} collector-url="https://collector.test"`;
      player = await PlayerHarness.create(markup, (element) => {
        element.playback = playback(attributes || 'reported');
      });
      await player.element.play();
      await player.untilPlayed(0.3);
      player.element.pause();
      await until(() => player.element.paused);
    };
    const silent = ['without-events', 'sample-rate="0"', 'respect-opt-out'];
    for (const attribute of silent) {
      await watch(attribute);
      player.remove();
    }
    // All of those came before this one.
    await watch('');
    await until(() => types('reported').includes('pause'));
    Reflect.deleteProperty(visitor, 'globalPrivacyControl');
    expect(silent.flatMap(types)).to.deep.equal([]);
    player.remove();
    await watch('respect-opt-out');
    await until(() => types('respect-opt-out').includes('pause'));
  });

  it('carry the data of the site: of its attributes, and of the property, which comes first', async () => {
    const markup = 'muted metadata-course="maths" metadata-class="7a" collector-url="https://collector.test"';
    player = await PlayerHarness.create(markup, (element) => {
      element.metadata = { class: '7b' };
      element.playback = playback('d');
    });
    await player.element.play();
    const metadata = () => reported.find(({ session }) => session.video_id === 'd')?.session.metadata;
    await until(() => metadata() !== undefined);
    expect(metadata()).to.have.deep.members([{ course: 'maths' }, { class: '7b' }]);
  });

  it('go to other targets of the page, too: to each in its format, or the way that the page says', async () => {
    const delivered: EventDelivery[] = [];
    player = await PlayerHarness.create('muted collector-url="https://collector.test"', (element) => {
      element.eventTargets = [
        { collector: 'https://collector.test/second', format: 'v1' },
        {
          collector: 'own',
          transport: (delivery) => {
            delivered.push(delivery);
            return Promise.resolve(true);
          },
        },
      ];
      element.playback = playback('e');
    });
    await player.element.play();
    const second = () => reported.filter(({ url }) => url.startsWith('https://collector.test/second'));
    await until(() => second().some(({ events }) => events.some(({ type }) => type === 'play')));
    await until(() => delivered.some(({ body }) => body.includes('"type":"play"')));
    const [own] = delivered.map(({ body }) => JSON.parse(body) as { viewing: { mediaId: string } });
    expect([own?.viewing.mediaId, second()[0]?.session.video_id]).to.deep.equal(['e', 'e']);
    await until(() => types('e').filter((type) => type === 'play').length === 2);
  });
});
