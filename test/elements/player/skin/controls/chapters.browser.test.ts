import { expect } from 'chai';
import type { Playback } from '../../../../../src/core/wire/playback.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { cells } from '../../../../support/division.ts';
import { controlBoxes, overlaps } from '../../support/overlaps.ts';
import { FILMS, next, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

const TITLES = ['Dawn & mist', 'Noon', 'Dusk'];
const track = '<track kind="chapters" srclang="en" src="/media/chapters/en.vtt">';

describe('<vh-player> chapters', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    Reflect.deleteProperty(navigator, 'languages');
  });

  const begin = async (markup: string, prepare?: (element: PlayerHarness['element']) => void) => {
    player = await PlayerHarness.create(markup, prepare);
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls);
  };
  const play = async (attributes = '', children = track, direction = 'ltr') => {
    await begin(
      `<div dir="${direction}"><vh-player muted src="${FILMS.hls}" ${attributes}>${children}</vh-player></div>`,
    );
  };
  const titles = () => player.element.chapters.map(({ title }) => title);
  const listed = () => until(() => player.element.chapters.length === 3);
  const seek = async (seconds: number) => {
    const sought = next(player.element, 'seeked');
    player.element.currentTime = seconds;
    await sought;
  };

  it('come from a track of the page, as text', async () => {
    await play();
    await listed();
    expect(titles()).to.deep.equal(TITLES);
    const [first] = player.element.chapters;
    expect(first).to.include({ startTime: 0, endTime: 2 });
    expect(player.element.currentChapter?.title).to.equal(TITLES[0]);
  });

  it('come from the playback, in the language that the viewer reads', async () => {
    Object.defineProperty(navigator, 'languages', { value: ['nl', 'de-AT'], configurable: true });
    const chapters = ['en', 'de'].map((language) => ({
      ...{ src: `/media/chapters/${language}.vtt`, language, label: language, default: false },
    }));
    const playback: Playback = {
      ...{ kind: 'video', id: 'a', state: 'playable', hls: FILMS.hls, playlists: [], captions: [], chapters },
    };
    await begin('muted', (element) => (element.playback = playback));
    await listed();
    expect(titles()).to.deep.equal(['Morgen', 'Mittag', 'Abend']);
  });

  it('come from a script', async () => {
    await play('', '');
    const own = player.element.addTextTrack('chapters', 'Parts', 'en');
    own.addCue(new VTTCue(0, 4, 'One'));
    own.addCue(new VTTCue(4, 8, 'Two'));
    await seek(5);
    await until(() => player.element.currentChapter?.title === 'Two');
  });

  it('come from a list that the page writes, in place of its tracks and until it takes it back', async () => {
    await play();
    await listed();
    const { element } = player;
    element.chapters = [
      { title: 'Later', startTime: 5 },
      { title: 'First', startTime: 0 },
    ];
    await until(() => titles().join() === 'First,Later');
    Reflect.set(element, 'chapters', [{ title: 7 }, null, 'x']);
    await until(() => titles().length === 0);
    element.chapters = undefined;
    await until(() => titles().join() === TITLES.join());
  });

  it('are announced when they load, and when another one plays', async () => {
    await play();
    await listed();
    await settled();
    const changed = next(player.element, 'vh-chapter-change');
    await seek(3);
    await changed;
    expect(player.element.currentChapter?.title).to.equal('Noon');
  });

  it('stand in the seek bar: as gaps, in the tip and in what a screen reader hears', async () => {
    await play();
    await listed();
    const heard = words('player.positionInChapter', { time: '0:03', duration: '0:08', chapter: 'Noon' });
    await seek(3);
    await until(() => player.control(words('player.seek')).ariaValueText === heard);
    player.pointAtSeekBar('pointermove', 0.8);
    expect(player.tip).to.deep.equal(['Dusk', '0:06']);
    player.pointAtSeekBar('pointerleave', 0.8);
    expect(player.tip).to.deep.equal([]);
  });

  it('are gone through by keys that say the title, and by page keys on the seek bar', async () => {
    await play();
    await listed();
    expect(player.press('PageUp').defaultPrevented).to.equal(true);
    await until(() => player.element.currentTime === 2 && player.shows('Noon'));
    player.press('PageUp', words('player.seek'));
    await until(() => player.element.currentTime === 5 && player.tip[0] === 'Dusk');
    player.press('PageDown');
    await until(() => player.element.currentTime === 0);
  });

  it('leave the page keys to the page where there are none', async () => {
    await play('', '');
    expect(player.press('PageUp').defaultPrevented).to.equal(false);
    expect(player.press('PageDown', words('player.seek')).defaultPrevented).to.equal(false);
  });

  it('are a list in the settings, opened by a button with the present title', async () => {
    await play();
    player.element.style.width = '900px';
    await listed();
    await until(() => player.has(words('player.chapterNow', { name: TITLES[0] ?? '' })));
    const button = player.control(words('player.chapterNow', { name: TITLES[0] ?? '' }));
    button.focus();
    button.click();
    await until(() => player.menu.length === 4 && button.ariaExpanded === 'true');
    expect(player.menu.slice(1)).to.deep.equal(['Dawn & mist 0:00', 'Noon 0:02', 'Dusk 0:05']);
    await until(() => player.focusedItem === 'Dawn & mist 0:00');
    expect(await axeViolations(player.element)).to.deep.equal([]);
    player.menuItem('Dusk 0:05').click();
    await until(() => player.element.currentTime === 5 && player.menu.length === 0);
    await until(() => player.focused === words('player.chapterNow', { name: 'Dusk' }));
  });

  it('may have sentences for titles: these give way to the other controls, in the settings too', async () => {
    await play('heading="Dusk"', '');
    const title = 'In which the sun goes down behind the hills and the lake '.repeat(3).trim();
    player.element.chapters = [
      { title, startTime: 0 },
      { title: `${title} once more`, startTime: 5 },
    ];
    for (const width of [720, 760, 900, 1280]) {
      player.element.style.width = `${String(width)}px`;
      await until(() => player.has(words('player.chapterNow', { name: title })));
      await settled();
      expect(overlaps(controlBoxes(player.element)), String(width)).to.deep.equal([]);
      for (const { right } of controlBoxes(player.element))
        expect(right).to.be.at.most(player.element.getBoundingClientRect().right);
      expect(player.control(words('player.settings')).offsetWidth).to.be.at.least(40);
    }
    for (const width of [640, 200]) {
      player.element.style.width = `${String(width)}px`;
      player.control(words('player.settings')).click();
      await until(() => player.menu.length > 2);
      const row = player.menuItem(`${words('player.chapters')}${title}`);
      const [first] = player.menu;
      expect(row.offsetHeight).to.equal(player.menuItem(first ?? '').offsetHeight);
      row.click();
      await until(() => player.menu.some((text) => text.endsWith('0:05')));
      const chapter = player.menuItem(`${title} once more 0:05`);
      expect(chapter.offsetHeight).to.be.at.most(64);
      player.pressFocused('Escape');
      await until(() => player.menu.length === 0);
    }
  });

  it('go with the control when the page takes it out', async () => {
    await play('without-chapters');
    await listed();
    await settled();
    player.pointAtSeekBar('pointermove', 0.8);
    expect(player.tip).to.deep.equal(['0:06']);
    expect(player.press('PageUp').defaultPrevented).to.equal(false);
    expect(player.has(words('player.chapters'))).to.equal(false);
  });

  for (const direction of cells(['ltr', 'rtl'])) {
    it(`keep the tip inside the player, ${direction}`, async () => {
      await play('', track, direction);
      await listed();
      for (const part of [0, 0.5, 1]) {
        player.pointAtSeekBar('pointermove', part);
        await player.faded();
        const tip = player.tipBox;
        const box = player.element.getBoundingClientRect();
        expect(tip?.left, String(part)).to.be.at.least(box.left);
        expect(tip?.right, String(part)).to.be.at.most(box.right);
      }
    });
  }

  it('let go of a finger that scrolls the page: the video stays where it was', async () => {
    await play();
    await seek(3);
    player.pointAtSeekBar('pointerdown', 0.9, { pointerType: 'touch' });
    expect(player.tip.at(-1)).to.equal('0:07');
    player.slide(words('player.seek'), 7.2);
    player.pointAtSeekBar('pointercancel', 0.9, { pointerType: 'touch' });
    await until(() => player.element.currentTime === 3 && player.tip.length === 0);
    expect(getComputedStyle(player.control(words('player.seek'))).touchAction).to.equal('pan-y');
  });
});
