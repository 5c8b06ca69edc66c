import { expect } from 'chai';
import { cells } from '../../../../support/division.ts';
import { controlBoxes, noticeBoxes, overlaps } from '../../support/overlaps.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';

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
  const cues = () =>
    player
      .partsNamed('cue')
      .filter((cue) => cue.checkVisibility({ visibilityProperty: true }))
      .map((cue) => cue.getBoundingClientRect());
  const noticed = () => noticeBoxes(player.element);
  /** The player is so wide, and has measured itself. */
  const resize = async (width: number) => {
    player.element.style.width = `${String(width)}px`;
    player.element.requestUpdate();
    await player.element.updateComplete;
  };

  for (const kind of ['', 'audio'])
    for (const width of cells([200, 260, 320, 390, 480, 640, 1200], 2))
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

  for (const [what, cue] of [
    ['at the bottom', {}],
    ['at the top', { line: 0 }],
    ['of many lines', { text: 'A\nB\nC\nD\nE\nF' }],
  ] as const)
    for (const width of cells([200, 220, 320, 640]))
      it(`is free of what a key has done, for captions ${what}, ${String(width)} pixels wide`, async () => {
        await begin('', cue);
        await resize(width);
        player.press('ArrowDown');
        await until(() => player.notice !== '');
        await settled();
        expect(overlaps(noticed(), cues())).to.deep.equal([]);
        const room = player.element.getBoundingClientRect();
        for (const { top, bottom } of noticed()) {
          expect(top).to.be.at.least(room.top);
          expect(bottom).to.be.at.most(room.bottom);
        }
        if (width === 640 && what !== 'of many lines') expect(cues()).to.have.length(1);
        await until(() => player.notice === '');
        await until(() => cues().length === 1);
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
