import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { words } from '../../../support/words.ts';
import { KeepingCollector, NOWHERE } from '../../support/keeping-collector.ts';

describe("a viewing whose playback names its collector, at a collector that keeps each event's number once", () => {
  let collector: KeepingCollector;
  let player: PlayerHarness;
  /** What the playback answers by now. */
  let mp4: string;

  const create = async (attributes = ''): Promise<void> => {
    player = await PlayerHarness.create(`muted collector-format="vh" ${attributes}`, (element) => {
      element.playback = () => ({
        ...{ kind: 'video', id: 'vi1', state: 'playable', playlists: [], captions: [], chapters: [] },
        mp4,
        collector: collector.url,
      });
    });
  };

  const playedTo = (seconds: number) => until(() => player.element.currentTime >= seconds);

  beforeEach(async () => {
    collector = await KeepingCollector.open();
    mp4 = FILMS.mp4;
  });

  afterEach(async () => {
    player.remove();
    await collector.close();
  });

  it('continues after "Try again", and loses nothing', async () => {
    mp4 = FILMS.goneFile;
    await create();
    await player.element.play().catch(() => {});
    await until(() => player.offers(words('player.retry')) && collector.types().includes('failure'));
    mp4 = FILMS.mp4;
    player.control(words('player.retry')).click();
    await playedTo(0.5);
    player.element.currentTime = 1.5;
    await until(() => !player.element.seeking);
    player.element.pause();
    await until(() => collector.types().includes('pause'));
    expect(collector.viewings).to.have.lengthOf(1);
    expect(collector.types()).to.include.members(['failure', 'ready', 'play', 'first-frame', 'recovered']);
    expect(collector.types().filter((type) => type === 'intent')).to.have.lengthOf(1);
    expect(collector.types()).to.include('seek.forward').and.not.include('leave');
    expect(collector.numbers()).to.deep.equal(collector.types().map((_, index) => index));
    expect(collector.repeated).to.equal(0);
  });

  it('continues when the network is back', async () => {
    mp4 = NOWHERE;
    collector.isAlone = true;
    await create();
    await player.element.play().catch(() => {});
    await until(() => player.message === words('player.network'));
    mp4 = FILMS.mp4;
    collector.isAlone = false;
    await playedTo(0.5);
    player.element.pause();
    await until(() => collector.types().includes('pause'));
    expect(collector.viewings).to.have.lengthOf(1);
    expect(collector.types()).to.include.members(['failure', 'ready', 'play', 'recovered', 'pause']);
    expect(collector.numbers()).to.deep.equal(collector.types().map((_, index) => index));
    expect(collector.repeated).to.equal(0);
  });

  it('continues after load()', async () => {
    await create();
    await player.element.play();
    await playedTo(0.5);
    player.element.pause();
    await until(() => collector.types().includes('pause'));
    player.element.load();
    await player.element.play();
    await playedTo(0.3);
    player.element.pause();
    await until(
      () => collector.types().filter((type) => type === 'pause').length > 1,
      () => collector.events(),
    );
    expect(collector.viewings).to.have.lengthOf(1);
    expect(collector.types().filter((type) => type === 'ready')).to.have.lengthOf(1);
    expect(collector.types()).to.include('resume').and.not.include('leave');
    expect(collector.numbers()).to.deep.equal(collector.types().map((_, index) => index));
    expect(collector.repeated).to.equal(0);
  });

  it('keeps stored what a collector that is away has not taken, also after "Try again"', async () => {
    mp4 = FILMS.goneFile;
    await create();
    await player.element.play().catch(() => {});
    await until(() => collector.types().includes('failure'));
    await until(() => player.offers(words('player.retry')));
    collector.isAway = true;
    mp4 = FILMS.mp4;
    player.control(words('player.retry')).click();
    await playedTo(0.5);
    player.element.pause();
    await until(async () => (await collector.stored()).some(({ type }) => type === 'pause'));
    const stored = await collector.stored();
    expect(stored.map(({ type }) => type)).to.include.members(['ready', 'play', 'first-frame', 'pause']);
    const numbers = [...collector.numbers(), ...stored.map(({ seq }) => seq)];
    expect(numbers).to.deep.equal(numbers.map((_, index) => index));
  });
});
