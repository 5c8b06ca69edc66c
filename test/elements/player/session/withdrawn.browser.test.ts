import { expect } from 'chai';
import { KeepingCollector } from '../../support/keeping-collector.ts';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';

describe('a viewing during which the page turns its events off', () => {
  let collector: KeepingCollector;
  let player: PlayerHarness;

  beforeEach(async () => {
    collector = await KeepingCollector.open();
    player = await PlayerHarness.create(
      `muted collector-format="vh" collector-url="${collector.url}"`,
      (element) => {
        element.playback = {
          ...{ kind: 'video', id: 'vi1', state: 'playable', playlists: [], captions: [], chapters: [] },
          mp4: FILMS.mp4,
        };
      },
    );
  });

  afterEach(async () => {
    player.remove();
    await collector.close();
  });

  it('keeps nothing stored that the collector had not taken, and posts nothing from then on', async () => {
    await player.element.play();
    await until(() => collector.types().includes('play'));
    collector.isAway = true;
    player.element.pause();
    await until(async () => (await collector.stored()).some(({ type }) => type === 'pause'));
    player.element.withoutEvents = true;
    await until(async () => (await collector.stored()).length === 0);
    collector.isAway = false;
    const before = collector.deliveries.length;
    dispatchEvent(new Event('online'));
    await player.element.play();
    await until(() => !player.element.paused);
    player.remove();
    await until(() => player.element.paused);
    expect(collector.deliveries).to.have.lengthOf(before);
    expect(await collector.stored()).to.deep.equal([]);
  });
});
