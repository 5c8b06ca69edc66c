import { expect } from 'chai';
import type { PlaylistEntry } from '../../../../../src/elements/player/api/playlist-entry.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { cells } from '../../../../support/division.ts';
import { controlBoxes, overlaps } from '../../support/overlaps.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { playbackOf, playToEnd } from '../../support/playlist-films.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> lists the entries of its playlist', () => {
  const realFetch = window.fetch.bind(window);
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    window.fetch = realFetch;
  });

  const film = (id: string, more = {}): PlaylistEntry => ({
    playback: playbackOf(id, { duration: 61, poster: FILMS.poster, ...more }),
  });
  const films = () => ['a', 'b', 'c'].map((id) => film(id));
  const play = async (playlist = films(), attributes = '', direction = 'ltr', width = 640) => {
    player = await PlayerHarness.create(
      `<div dir="${direction}" style="width: ${width}px"><vh-player muted ${attributes}></vh-player></div>`,
      (element) => (element.playlist = playlist),
    );
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  const button = () => player.control(words('player.playlistNow', { place: '1 / 3' }));
  const open = async () => {
    const control = button();
    control.focus();
    control.click();
    await until(
      () => player.menu.length > 3 && player.menu.includes(player.focusedItem),
      () => [player.menu, player.focusedItem],
    );
  };
  const rows = () => player.menu.slice(2);
  const pictures = () =>
    player.partsNamed('settings-sheet').flatMap((sheet) => [...sheet.querySelectorAll('img')]);
  const plays = (index: number) =>
    until(() => player.element.playlistIndex === index && !player.element.paused);

  it('with title, picture and length, and says which one plays', async () => {
    await play();
    expect(button().ariaExpanded).to.equal('false');
    await open();
    expect(button().ariaExpanded).to.equal('true');
    expect(rows()).to.deep.equal(['Film a 1:01', 'Film b 1:01', 'Film c 1:01']);
    await until(() => pictures().length === 3 && pictures().every(({ naturalWidth }) => naturalWidth > 0));
    const items = rows().map((row) => player.menuItem(row));
    expect(items.map(({ role, ariaChecked }) => [role, ariaChecked])).to.deep.equal([
      ['menuitemradio', 'true'],
      ['menuitemradio', 'false'],
      ['menuitemradio', 'false'],
    ]);
    expect(player.focusedItem).to.equal('Film a 1:01');
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });

  it('plays the one that is chosen by the keyboard, and gives the focus back', async () => {
    await play();
    await open();
    player.pressFocused('ArrowDown');
    player.pressFocused('ArrowDown');
    expect(player.focusedItem).to.equal('Film c 1:01');
    player.menuItem(player.focusedItem).click();
    await plays(2);
    await until(() => player.menu.length === 0);
    await until(() => player.focused === words('player.playlistNow', { place: '3 / 3' }));
  });

  it('by its number where it has no title, and keeps the place of a picture that is missing', async () => {
    await play([film('a'), { src: FILMS.mp4 }, film('c', { poster: '/media/gone.jpg' })]);
    await open();
    expect(rows()[1]).to.equal(words('player.entryNumber', { number: '2' }));
    await until(() => pictures()[1]?.hidden === true);
    const lefts = [...(player.partsNamed('settings-sheet')[0]?.querySelectorAll('.label') ?? [])]
      .slice(-3)
      .map((label) => label.getBoundingClientRect().left);
    expect(new Set(lefts).size).to.equal(1);
  });

  it('asks for unknown titles while it is open, and marks missing entries', async () => {
    const asked: string[] = [];
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (!url.startsWith('/backend/')) return realFetch(input, init);
      const id = url.slice(url.lastIndexOf('/') + 1);
      asked.push(id);
      const answer =
        id === 'gone' ? Response.json({}, { status: 404 }) : Response.json(playbackOf(id, { duration: 5 }));
      return Promise.resolve(answer);
    };
    let calls = 0;
    const own: PlaylistEntry = {
      playback: () => {
        calls += 1;
        return playbackOf('own');
      },
    };
    await play(['first', 'second', own, 'gone', 'last'], 'backend="/backend"');
    expect(asked).to.not.include('last');
    await player.openSettings(words('player.playlist'));
    await until(
      () => rows()[4] === 'Film last 0:05',
      () => player.menu,
    );
    expect(rows()[0]).to.include('Film first');
    expect(rows()[1]).to.equal('Film second 0:05');
    expect(rows()[2]).to.equal(words('player.entryNumber', { number: '3' }));
    expect(rows()[3]).to.include(words('player.unplayable'));
    expect(calls, 'a function of the page waits for its turn').to.equal(0);
    expect(asked.sort()).to.deep.equal(['first', 'gone', 'last', 'second']);
  });

  it('shuffles: each entry once, and the way back leads through the played entries', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await play(
      ids.map((id) => film(id)),
      'shuffle',
    );
    const { element } = player;
    const played = [0];
    for (let turn = 1; turn < ids.length; turn++) {
      await playToEnd(player);
      await until(() => player.offers(words('player.playNow')) || player.has(words('player.playNow')));
      player.control(words('player.playNow')).click();
      await until(() => element.playlistIndex !== played.at(-1) && !element.paused);
      played.push(element.playlistIndex);
      await until(() => element.currentTime > 0 && element.currentTime < 6);
    }
    expect([...played].sort()).to.deep.equal([0, 1, 2, 3, 4]);
    await until(() => player.control(words('player.next')).ariaDisabled === 'true');
    for (const index of [...played].reverse().slice(1)) {
      player.control(words('player.previous')).click();
      await plays(index);
      await element.updateComplete;
    }
  });

  it('is shuffled by a button, by a row and by the page, and reports it', async () => {
    await play(films(), '', 'ltr', 1000);
    const { element } = player;
    const shuffle = () => player.control(words('player.shuffle'));
    let changes = 0;
    element.addEventListener('vh-playlist-change', () => (changes += 1));
    expect(shuffle().ariaPressed).to.equal('false');
    shuffle().click();
    await until(() => shuffle().ariaPressed === 'true' && changes === 1);
    expect([element.shuffle, element.hasAttribute('shuffle')]).to.deep.equal([true, true]);
    await open();
    const row = player.menuItem(words('player.shuffle'));
    expect([row.role, row.ariaChecked]).to.deep.equal(['menuitemcheckbox', 'true']);
    row.click();
    await until(() => !element.shuffle && changes === 2);
    expect(element.hasAttribute('shuffle')).to.equal(false);
    element.setAttribute('shuffle', '');
    await until(() => shuffle().ariaPressed === 'true');
  });

  it('is taken out by the page', async () => {
    await play(films(), 'without-playlist without-shuffle');
    expect(player.has(words('player.shuffle'))).to.equal(false);
    expect(player.has(words('player.playlistNow', { place: '1 / 3' }))).to.equal(false);
    await player.openSettings();
    expect(player.menu.join()).to.not.include(words('player.playlist'));
  });

  it('stands between the elements that the page puts beside it, and takes its style', async () => {
    await play(films(), '', 'ltr', 1000);
    const style = document.createElement('style');
    style.textContent = 'vh-player::part(playlist) { width: 61px } vh-player::part(shuffle) { width: 63px }';
    player.element.append(style);
    for (const [name, width] of [
      ['playlist', 61],
      ['shuffle', 63],
    ] as const) {
      const [before, after] = [`before-${name}`, `after-${name}`].map((slot) => {
        const own = document.createElement('button');
        own.slot = slot;
        own.textContent = slot.startsWith('before') ? 'before' : 'after';
        player.element.append(own);
        return own;
      });
      await settled();
      const [part] = player.partsNamed(name);
      const box = part?.getBoundingClientRect() ?? new DOMRect();
      expect(box.width).to.equal(width);
      expect(before?.getBoundingClientRect().right).to.be.at.most(box.left + 1);
      expect(after?.getBoundingClientRect().left).to.be.at.least(box.right - 1);
    }
  });

  for (const width of cells([320, 640, 1280])) {
    for (const direction of cells(['ltr', 'rtl'])) {
      it(`within its room, ${width} pixels wide, ${direction}`, async () => {
        const sentence = 'A long title that says in a whole sentence what the film is about, and then some';
        await play([film('a', { title: sentence }), film('b'), film('c')], '', direction, width);
        player.element.pause();
        await settled();
        const boxes = controlBoxes(player.element);
        const frame = player.element.getBoundingClientRect();
        expect(overlaps(boxes)).to.deep.equal([]);
        for (const { left, right } of boxes) {
          expect(left).to.be.at.least(frame.left - 1);
          expect(right).to.be.at.most(frame.right + 1);
        }
        await player.openSettings(words('player.playlist'));
        await until(() => rows().length === 3);
        const [sheet] = player.partsNamed('settings-sheet');
        expect(sheet?.scrollWidth).to.be.at.most(sheet?.clientWidth ?? 0);
        const box = sheet?.getBoundingClientRect() ?? new DOMRect();
        expect(box.left).to.be.at.least(0);
        expect(box.right).to.be.at.most(innerWidth);
        for (const row of rows())
          expect(player.menuItem(row).getBoundingClientRect().height).to.be.at.least(36);
        await player.faded();
        expect(await axeViolations(player.element)).to.deep.equal([]);
      });
    }
  }
});
