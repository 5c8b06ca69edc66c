import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { words } from '../../../support/words.ts';
import { KeepingCollector } from '../../support/keeping-collector.ts';

describe('"Try again", while the answer is on its way', () => {
  let collector: KeepingCollector;
  let player: PlayerHarness;
  /** What the playback answers by now. */
  let mp4: string;
  let starts: number;
  /** Answers a start that is not the first. */
  let answer: () => void;
  beforeEach(async () => {
    collector = await KeepingCollector.open();
    mp4 = FILMS.goneFile;
    starts = 0;
    player = await PlayerHarness.create('muted collector-format="vh"', (element) => {
      const playback = () => ({
        ...({
          kind: 'video',
          id: 'vi1',
          state: 'playable',
          playlists: [],
          captions: [],
          chapters: [],
        } as const),
        ...{ poster: FILMS.poster, collector: collector.url, mp4 },
      });
      element.playback = async (reason) => {
        if (reason === 'start' && ++starts > 1) await new Promise<void>((resolve) => (answer = resolve));
        return playback();
      };
    });
  });
  afterEach(async () => {
    player.remove();
    await collector.close();
  });

  it('keeps the poster, and goes on with the same viewing', async () => {
    await player.element.play().catch(() => {});
    await until(() => player.offers(words('player.retry')) && collector.types().includes('failure'));
    const { media } = player.element;
    const posters = [media.getAttribute('poster')];
    const changes = new MutationObserver(() => posters.push(media.getAttribute('poster')));
    changes.observe(media, { attributes: true, attributeFilter: ['poster'] });
    player.control(words('player.retry')).click();
    await until(() => starts === 2);
    mp4 = FILMS.mp4;
    answer();
    await player.untilPlayed(0.3);
    changes.disconnect();
    expect([...new Set(posters)]).to.deep.equal([FILMS.poster]);
    player.element.pause();
    await until(() => collector.types().includes('pause'));
    expect(collector.viewings).to.have.lengthOf(1);
    expect(collector.types().filter((type) => type === 'intent')).to.have.lengthOf(1);
    expect(collector.types()).not.to.include('leave');
  });
});
