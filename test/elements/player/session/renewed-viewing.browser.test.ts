import { expect } from 'chai';
import { KeepingCollector } from '../../support/keeping-collector.ts';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';

/** Seconds: where the film is by then. */
const FROM = 0.5;

describe('a viewing whose report changes while it plays', () => {
  let collector: KeepingCollector;
  let player: PlayerHarness;

  const create = async (attributes: string): Promise<void> => {
    player = await PlayerHarness.create(`muted collector-format="vh" ${attributes}`, (element) => {
      element.playback = {
        ...{ kind: 'video', id: 'vi1', state: 'playable', playlists: [], captions: [], chapters: [] },
        mp4: FILMS.mp4,
      };
    });
  };

  const play = async (): Promise<void> => {
    await player.element.play();
    await until(() => player.element.currentTime > FROM);
    // The film is short.
    player.element.playbackRate = 0.1;
  };

  const untilPlays = (viewing: number) =>
    until(() => collector.types(collector.viewings[viewing] ?? 'none yet').includes('play'));

  /** A viewing that has begun with the first event, and in the middle of the film. */
  const expectWhole = (viewing: string | undefined): void => {
    const events = collector.events(viewing);
    expect(collector.numbers(viewing)).to.deep.equal(events.map((_, index) => index));
    expect(events.find(({ type }) => type === 'play')?.at).to.be.greaterThan(FROM);
    expect(events.some(({ by }) => by === 'viewer')).to.equal(false);
    expect(collector.repeated).to.equal(0);
  };

  beforeEach(async () => {
    collector = await KeepingCollector.open();
  });

  afterEach(async () => {
    player.remove();
    await collector.close();
  });

  it('begins there and then as the page turns events on', async () => {
    await create(`without-events collector-url="${collector.url}"`);
    await play();
    player.element.withoutEvents = false;
    await untilPlays(0);
    expectWhole(collector.viewings[0]);
  });

  it('begins anew as the page turns events off and on again: a collector takes both parts', async () => {
    await create(`collector-url="${collector.url}"`);
    await play();
    await untilPlays(0);
    player.element.withoutEvents = true;
    await player.element.updateComplete;
    player.element.withoutEvents = false;
    await untilPlays(1);
    expect(collector.viewings).to.have.lengthOf(2);
    expectWhole(collector.viewings[1]);
  });

  it('goes to another collector at once, and comes back as another viewing', async () => {
    await create(`collector-url="${collector.url}/a"`);
    await play();
    await untilPlays(0);
    player.element.collectorUrl = `${collector.url}/b`;
    await untilPlays(1);
    expect(collector.types(collector.viewings[0])).to.include('leave');
    player.element.collectorUrl = `${collector.url}/a`;
    await untilPlays(2);
    expectWhole(collector.viewings[1]);
    expectWhole(collector.viewings[2]);
  });

  it('ends with a change of the visitor: the next one has another viewing, without the press', async () => {
    await create(`subject="anna" collector-url="${collector.url}"`);
    await play();
    await untilPlays(0);
    collector.isAway = true;
    player.element.subject = 'ben';
    await until(async () => (await collector.storedOf('anna')).includes('leave'));
    await until(async () => (await collector.storedOf('ben')).includes('play'));
    expect(await collector.storedOf('anna')).to.not.include('play');
    collector.isAway = false;
    dispatchEvent(new Event('online'));
    await untilPlays(1);
    expectWhole(collector.viewings[1]);
    expect(collector.types(collector.viewings[0])).to.include('leave');
  });

  it('is reported with the press where the page turns events on and plays', async () => {
    await create(`without-events collector-url="${collector.url}"`);
    player.element.withoutEvents = false;
    await play();
    await untilPlays(0);
    expect(collector.types().filter((type) => type === 'intent')).to.have.lengthOf(1);
    expect(collector.events().find(({ type }) => type === 'play')?.at).to.be.lessThan(FROM);
  });
});
