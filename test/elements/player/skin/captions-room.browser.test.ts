import { expect } from 'chai';
import { controlBoxes, overlaps } from '../../../support/overlaps.ts';
import { FILMS, PlayerHarness, until } from '../../../support/player-harness.ts';

const WORDS = 'Two lines\nof words';

describe('<vh-player> the room of captions', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const begin = async (attributes: string, cue: Partial<VTTCue> = {}) => {
    player = await PlayerHarness.create(`muted src="${FILMS.long}" heading="Dusk" ${attributes}`);
    const { element } = player;
    const track = element.media.addTextTrack('captions', 'English', 'en');
    track.addCue(Object.assign(new VTTCue(0, 60, WORDS), cue));
    track.mode = 'showing';
    await element.play();
    await player.untilPlayed(0.1);
    element.pause();
    await until(() => player.hasControls && player.partsNamed('cue').length > 0);
  };
  const cues = () => player.partsNamed('cue').map((cue) => cue.getBoundingClientRect());
  /** The player is so wide, and has measured itself. */
  const resize = async (width: number) => {
    player.element.style.width = `${String(width)}px`;
    player.element.requestUpdate();
    await player.element.updateComplete;
  };

  for (const kind of ['', 'audio'])
    for (const width of [200, 260, 320, 390, 480, 640, 1200])
      it(`is free of controls, ${kind} ${String(width)} pixels wide`, async () => {
        await begin(kind);
        await resize(width);
        await until(
          () => overlaps(cues(), controlBoxes(player.element)).length === 0,
          () => overlaps(cues(), controlBoxes(player.element)),
        );
        await player.faded();
        expect(overlaps(cues(), controlBoxes(player.element))).to.deep.equal([]);
        expect(overlaps(controlBoxes(player.element))).to.deep.equal([]);
        const [cue] = cues();
        expect(cue?.top).to.be.at.least(player.element.getBoundingClientRect().top);
      });

  it('ends below the title for a cue whose place is at the top', async () => {
    await begin('', { line: 0 });
    await player.faded();
    const [title] = player.partsNamed('title').map((one) => one.getBoundingClientRect());
    await until(() => (cues()[0]?.top ?? 0) >= (title?.bottom ?? Infinity));
  });

  it('is measured by the shorter side: an upright film has no larger words than its width allows', async () => {
    await begin('');
    player.element.style.aspectRatio = '9 / 16';
    await resize(360);
    const sizeOf = () => parseFloat(getComputedStyle(player.partsNamed('cue')[0] as Element).fontSize);
    expect(sizeOf()).to.be.closeTo(18, 0.5);
  });
});
