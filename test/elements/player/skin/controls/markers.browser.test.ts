import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { cells } from '../../../../support/division.ts';
import { FILMS, next, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

const MARKERS = [
  { time: 2, title: 'Goal <b>1</b>', player: 7 },
  { time: 6, title: 'Whistle' },
];
const chapters = '<track kind="chapters" srclang="en" src="/media/chapters/en.vtt">';

describe('<vh-player> markers', () => {
  let player: PlayerHarness;
  let reported: string[];
  afterEach(() => player.remove());

  const play = async (attributes = '', children = '', direction = 'ltr') => {
    const markup = `<div dir="${direction}"><vh-player muted src="${FILMS.hls}" ${attributes}>${children}</vh-player></div>`;
    reported = [];
    player = await PlayerHarness.create(markup, (element) => {
      element.markers = MARKERS;
      element.addEventListener('vh-marker-change', ({ marker }) => reported.push(marker.title));
    });
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls || player.element.withoutControls);
  };
  const seek = async (seconds: number) => {
    const sought = next(player.element, 'seeked');
    player.element.currentTime = seconds;
    await sought;
  };
  /** Where they are drawn, as parts of the bar between the middles of its ends. */
  const drawn = () => {
    const [bar] = player.partsNamed('seek-bar');
    const { left = 0, width = 1 } = bar?.getBoundingClientRect() ?? {};
    return player.partsNamed('marker').map((marker) => {
      const box = marker.getBoundingClientRect();
      return (box.left + box.width / 2 - left - 8) / (width - 16);
    });
  };

  it('fire an event when playback reaches them: once each time, not by a seek, without controls, too', async () => {
    await play('without-controls loop');
    const marked = next(player.element, 'vh-marker-change');
    await seek(1.8);
    await player.element.play();
    const { marker } = await marked;
    expect(marker).to.equal(MARKERS[0]);
    expect(player.element.currentTime).to.be.within(2, 3);
    await seek(5.9);
    await until(() => reported.length === 2);
    const again = next(player.element, 'seeking');
    await again;
    await until(() => reported.length === 3);
    expect(reported).to.deep.equal(['Goal <b>1</b>', 'Whistle', 'Goal <b>1</b>']);
    player.element.pause();
    await seek(7);
    await seek(0);
    await settled();
    expect(reported).to.have.length(3);
  });

  for (const direction of cells(['ltr', 'rtl']))
    it(`stand on the seek bar where a press leads to, with their titles in its tip (${direction})`, async () => {
      await play('', '', direction);
      await until(() => drawn().length === 2);
      const { duration } = player.element;
      const [first = NaN, second = NaN] = drawn();
      expect(first).to.be.closeTo(2 / duration, 0.005);
      expect(second).to.be.closeTo(6 / duration, 0.005);
      player.pointAtSeekBar('pointermove', first + 0.003);
      expect(player.tip).to.deep.equal(['Goal <b>1</b>', '0:02']);
      player.pointAtSeekBar('pointermove', (first + second) / 2 + 0.01);
      expect(player.tip).to.deep.equal(['0:04']);
      player.pointAtSeekBar('pointerleave', 0.5);
      await player.faded();
      expect(await axeViolations(player.element)).to.deep.equal([]);
    });

  it('are gone through by the page keys, which say the title; with Shift where there are chapters', async () => {
    await play();
    await until(() => drawn().length === 2);
    expect(player.press('PageUp').defaultPrevented).to.equal(true);
    await until(() => player.element.currentTime === 2 && player.shows('Goal <b>1</b>'));
    const heard = words('player.positionInChapter', {
      time: '0:02',
      duration: '0:08',
      chapter: 'Goal <b>1</b>',
    });
    await until(() => player.control(words('player.seek')).ariaValueText === heard);
    player.press('PageUp', words('player.seek'));
    await until(() => player.element.currentTime === 6 && player.tip[0] === 'Whistle');
    player.press('PageDown');
    await until(() => player.element.currentTime === 2);
    player.remove();

    await play('', chapters);
    await until(() => player.element.chapters.length === 3 && drawn().length === 2);
    await seek(3);
    player.press('Shift+PageUp');
    await until(() => player.element.currentTime === 6);
    player.press('Shift+PageDown', words('player.seek'));
    await until(() => player.element.currentTime === 2);
    player.press('PageUp');
    await until(() => player.element.currentTime === 5);
  });

  it('are a list in the settings', async () => {
    await play();
    await until(() => drawn().length === 2);
    await player.openSettings();
    player.menuItem(words('player.markers')).click();
    await until(() => player.menu.length === 3);
    const [, first = '', second = ''] = player.menu;
    expect([first, second]).to.deep.equal(['Goal <b>1</b> 0:02', 'Whistle 0:06']);
    player.menuItem(second).click();
    await until(() => player.element.currentTime === 6);
  });

  it('change with the list, and go with it, or with without-markers', async () => {
    await play();
    await until(() => drawn().length === 2);
    player.element.markers = [{ time: 4, title: 'Later' }];
    await until(() => drawn().length === 1 && Math.abs((drawn()[0] ?? 0) - 0.5) < 0.05);
    Reflect.set(player.element, 'markers', [{ time: 'x' }, null]);
    await until(() => drawn().length === 0);
    expect(player.press('PageUp').defaultPrevented).to.equal(false);
    player.element.markers = MARKERS;
    await until(() => drawn().length === 2);
    player.element.setAttribute('without-markers', '');
    await until(() => drawn().length === 0);
  });

  it('are no place to go to beyond the end', async () => {
    await play();
    player.element.markers = [...MARKERS, { time: 500, title: 'Never' }];
    await settled();
    expect(drawn()).to.have.length(2);
  });
});
