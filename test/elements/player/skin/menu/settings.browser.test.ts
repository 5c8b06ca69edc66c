import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { cells } from '../../../../support/division.ts';
import { untilRequested } from '../../../../support/elements/page-requests.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> settings', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  const play = async (attributes = '', direction = 'ltr') => {
    player = await PlayerHarness.create(
      `<div dir="${direction}"><vh-player muted loop src="${FILMS.hls}" ${attributes}></vh-player></div>`,
    );
    await player.element.play();
    await player.untilPlayed(0.1);
    const isWhole = () => attributes !== '' || player.has(words('player.captions'));
    await until(() => player.has(words('player.settings')) && isWhole());
  };
  const open = () => player.openSettings();
  const enter = async (title: string) => {
    player.menuItem([...player.menu].find((text) => text.startsWith(title)) ?? title).click();
    await until(isInside);
  };
  const isInside = () => player.menu[0]?.endsWith(words('player.back')) ?? false;
  const shut = () => until(() => player.menu.length === 0);

  it('open at a press, hold the bar, and give the focus back', async () => {
    await play();
    const button = player.control(words('player.settings'));
    expect(button.getAttribute('aria-haspopup')).to.equal('menu');
    expect(button.getAttribute('aria-expanded')).to.equal('false');
    await open();
    await until(() => button.getAttribute('aria-expanded') === 'true');
    player.element.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
    player.element.requestUpdate();
    await player.element.updateComplete;
    expect(player.element.matches(':state(controls)')).to.equal(true);
    player.pressFocused('Escape');
    await shut();
    expect(player.focused).to.equal(words('player.settings'));
    await until(() => button.getAttribute('aria-expanded') === 'false');
  });

  it('choose a rendition, and say which one the automatic choice plays', async () => {
    await play();
    await until(() => player.element.currentQuality !== undefined && player.element.qualities.length === 2);
    await open();
    const current = `${player.element.currentQuality?.height ?? 0}p`;
    const row = `${words('player.quality')} ${words('player.autoNow', { name: current })}`;
    expect(player.menu.map((text) => text.replace(/\s/g, ''))).to.include(row.replace(/\s/g, ''));
    await enter(words('player.quality'));
    expect(player.menu.slice(1)).to.deep.equal([words('player.auto'), '180p', '90p']);
    player.menuItem('90p').click();
    await shut();
    expect(player.element.quality).to.have.property('height', 90);
    await until(() => player.element.currentQuality?.height === 90);
  });

  it('choose the speed, also by keys', async () => {
    await play();
    await open();
    await enter(words('player.speed'));
    player.menuItem('1.5×').click();
    await shut();
    expect(player.element.playbackRate).to.equal(1.5);
    player.press('>');
    expect(player.element.playbackRate).to.equal(1.75);
    await until(() => player.shows('1.75×'));
    player.press('<');
    player.press('<');
    expect(player.element.playbackRate).to.equal(1.25);
  });

  it('choose captions', async () => {
    await play();
    await open();
    await enter(words('player.captions'));
    player.menuItem('Deutsch').click();
    await shut();
    const german = [...player.element.textTracks].find(({ language }) => language === 'de');
    expect(german?.mode).to.equal('showing');
    await until(() => player.partsNamed('cue').length === 1);
  });

  it('can be walked through by keys alone', async () => {
    await play();
    await open();
    const titles = player.menu;
    player.pressFocused('End');
    expect(player.focusedItem).to.equal(titles.at(-1));
    player.pressFocused('Home');
    player.pressFocused('ArrowDown');
    expect(player.focusedItem).to.equal(titles[1]);
    player.pressFocused('ArrowRight');
    await until(() => player.focusedItem === words('player.normalSpeed'));
    expect(player.element.paused).to.equal(false);
    player.pressFocused('k');
    player.pressFocused('m');
    expect(player.element.paused, 'no key acts behind the menu').to.equal(false);
    player.pressFocused('ArrowLeft');
    await until(() => player.focusedItem === titles[1]);
  });

  it('have an icon before each row of the first page', async () => {
    await play();
    await open();
    const bare = player.menu.filter((text) => !player.menuItem(text).querySelector('.icon'));
    expect(player.menu.length).to.be.greaterThan(3);
    expect(bare).to.deep.equal([]);
  });

  it('turn the arrows around where the page reads from right to left', async () => {
    await play('', 'rtl');
    await open();
    const [first] = player.menu;
    player.pressFocused('ArrowLeft');
    await until(isInside);
    player.pressFocused('ArrowRight');
    await until(() => player.menu[0] === first);
  });

  it('list the keys of the controls that are there', async () => {
    await play('without-captions');
    player.control(words('player.pause')).focus();
    player.press('?');
    await until(
      () => player.menu.length === 1 && isInside() && player.focusedItem !== words('player.pause'),
      () => [player.menu, player.focusedItem],
    );
    expect(player.definitions).to.include(words('player.muteOrUnmute'));
    expect(player.definitions).to.not.include(words('player.captionsOnOrOff'));
    player.pressFocused('Escape');
    await shut();
  });

  it('choose the sound track, also where the page does, and not where it has taken that out', async () => {
    player = await PlayerHarness.create('src="/media/hls/described.m3u8" muted loop');
    const { element } = player;
    await element.play();
    await until(() => element.audioTracks?.length === 2 && player.has(words('player.settings')));
    const heard = () => [...(element.audioTracks ?? [])].find(({ enabled }) => enabled)?.label;
    const isLoaded = (track: string) => untilRequested(`/media/hls/apart/audio/index.m3u8${track}`);
    await until(() => heard() === 'English');
    await player.openSettings(words('player.audio'));
    player.menuItem('Described').click();
    await until(() => heard() === 'Described');
    await isLoaded('?described');
    const [english] = element.audioTracks ?? [];
    if (english) english.enabled = true;
    await until(() => heard() === 'English');
    await player.openSettings();
    const offers = () => player.menu.some((text) => text.startsWith(words('player.audio')));
    expect(offers(), player.menu.join()).to.equal(true);
    element.setAttribute('without-audio', '');
    await until(
      () => !offers(),
      () => player.menu,
    );
  });

  it('leave out what the page has taken out', async () => {
    await play('without-quality without-speed');
    await open();
    expect(player.menu.join()).to.not.include(words('player.quality'));
    expect(player.menu.join()).to.not.include(words('player.speed'));
    player.press('>');
    expect(player.element.playbackRate).to.equal(1);
  });

  for (const width of cells([200, 320, 640, 1200])) {
    it(`have no axe violations on any page, ${width} pixels wide`, async () => {
      await play();
      const box = player.element.parentElement;
      if (box?.parentElement) box.parentElement.style.width = `${width}px`;
      player.element.pause();
      await open();
      const pages = player.menu.length;
      await player.faded();
      expect(await axeViolations(player.element), 'first').to.deep.equal([]);
      for (let at = 0; at < pages; at++) {
        const title = player.menu[at] ?? '';
        // Others act at once.
        if (!player.menuItem(title).ariaHasPopup || title === words('player.captionStyle')) continue;
        player.menuItem(title).click();
        await until(isInside);
        await player.faded();
        expect((await axeViolations(player.element)).join(), title).to.equal('');
        const { top, bottom, left, right } = player.menuItem(player.menu[0] ?? '').getBoundingClientRect();
        expect(top, title).to.be.at.least(0);
        expect(left, title).to.be.at.least(0);
        expect(bottom, title).to.be.at.most(innerHeight);
        // A window may be narrower than the player.
        expect(right, title).to.be.at.most(
          Math.max(innerWidth, player.element.getBoundingClientRect().right),
        );
        player.menuItem(player.menu[0] ?? '').click();
        await until(() => player.menu.length === pages);
      }
    });
  }
});
