import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import '../../../../../src/define/vh-captions-picker.ts';
import { FakeTranslator, fakeTranslator } from '../../../support/fake-translator.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const MENU = words('player.captionsMenu');
const CAPTIONS = words('player.captions');

describe('<vh-player> and the menu of captions in its bar', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  const play = async (attributes = '', content = '', film: string = FILMS.hls) => {
    player = await PlayerHarness.create(
      `<vh-player muted loop src="${film}" ${attributes}>${content}</vh-player>`,
    );
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  const showing = () => [...player.element.textTracks].find(({ mode }) => mode === 'showing')?.language;
  const isOpen = () => player.menu.length > 0 && player.focusedItem !== MENU && player.focused !== CAPTIONS;
  const shut = () => until(() => player.menu.length === 0);
  const tracks = (...languages: string[]) =>
    languages
      .map(
        (language) =>
          `<track kind="captions" srclang="${language}" src="/media/hls/captions/${language}.vtt">`,
      )
      .join('');

  it('shows another language at the second press, and gives the focus back', async () => {
    await play();
    await until(() => player.has(MENU));
    player.element.pause();
    const button = player.control(MENU);
    expect([button.ariaHasPopup, button.ariaExpanded]).to.deep.equal(['menu', 'false']);
    button.focus();
    button.click();
    await until(isOpen);
    expect(player.focusedItem, 'the present choice').to.equal(words('player.off'));
    await until(() => button.ariaExpanded === 'true');
    expect(player.control(words('player.settings')).ariaExpanded).to.equal('false');
    await player.faded();
    expect(await axeViolations(player.element)).to.deep.equal([]);
    player.menuItem('Deutsch').click();
    await shut();
    expect(showing()).to.equal('de');
    expect(player.focused).to.equal(MENU);
    player.pressFocused('ArrowUp');
    await until(isOpen);
    expect(player.focusedItem).to.equal('Deutsch');
  });

  const openLook = async () => {
    player.menuItem(words('player.captionStyle')).click();
    await until(() => player.partsNamed('style-panel')[0]?.matches(':popover-open') ?? false);
  };

  const MANY = 'en de fr hr he ja cs ar hi ko uk ru fi'.split(' ');
  const openMany = async () => {
    await play(
      '',
      MANY.map((language) => `<track kind="captions" srclang="${language}">`).join(''),
      FILMS.mp4,
    );
    await until(() => player.has(MENU));
    player.element.pause();
    player.control(MENU).focus();
    player.control(MENU).click();
    await until(isOpen);
  };

  it("finds a language among twelve or more, as it is written or in the page's own language", async () => {
    await openMany();
    const { search } = player;
    if (!search) throw new TypeError('There is no field to search with.');
    await player.faded();
    expect(await axeViolations(player.element)).to.deep.equal([]);
    const find = async (text: string) => {
      search.value = text;
      search.dispatchEvent(new Event('input'));
      await player.element.updateComplete;
      return player.menu.slice(1);
    };
    expect(await find('francais')).to.deep.equal(['Français']);
    expect(await find('japanese')).to.deep.equal(['日本語']);
    expect(await find('no such language')).to.deep.equal([]);
    await until(() => player.shows(words('captionsMenu.noMatch')));
    await find('hrv');
    search.focus();
    player.pressFocused(' ');
    player.pressFocused('ArrowLeft');
    expect(player.search, 'the page stays').to.equal(search);
    player.pressFocused('ArrowDown');
    expect(player.focusedItem).to.equal('Hrvatski');
    player.menuItem('Hrvatski').click();
    await shut();
    expect(showing()).to.equal('hr');
    player.control(MENU).click();
    await until(() => player.menu.length > MANY.length);
    expect(player.search?.value).to.equal('');
  });

  it("goes to a language whose name is typed in the page's own", async () => {
    await openMany();
    for (const key of 'heb') player.pressFocused(key);
    expect(player.focusedItem).to.equal('עברית');
  });

  it('is in the list of keys where there is one', async () => {
    const list = async () => {
      player.control(words('player.pause')).focus();
      player.press('?');
      await until(() => player.definitions.length > 0);
      return player.definitions;
    };
    await play();
    await until(() => player.has(MENU));
    expect(await list()).to.include(MENU);
    player.remove();
    await play('', tracks('en'), FILMS.mp4);
    await until(() => player.has(CAPTIONS));
    const other = await list();
    expect(other).to.include(words('player.captionsOnOrOff'));
    if (!('Translator' in globalThis)) expect(other).to.not.include(MENU);
  });

  it('stays at its page while the language of the player changes', async () => {
    await play();
    await until(() => player.has(MENU));
    player.control(MENU).focus();
    player.control(MENU).click();
    await until(isOpen);
    player.element.lang = 'fr';
    await until(() => player.menu[0]?.startsWith('Sous-titres') ?? false);
    expect(player.menu).to.include('Deutsch');
  });

  it('leads to the look of captions', async () => {
    await play();
    await until(() => player.has(MENU));
    player.control(MENU).focus();
    player.control(MENU).click();
    await until(isOpen);
    await openLook();
    player.pressFocused('Escape');
    await until(() => player.focused === MENU);
  });

  it('opens from the captions button by up, down and the context menu, also where the bar has no room', async () => {
    await play();
    await until(() => player.has(MENU));
    const box = player.element.parentElement;
    if (box) box.style.width = '320px';
    await until(() => !player.control(MENU).checkVisibility());
    const button = player.control(CAPTIONS);
    for (const key of ['ArrowDown', 'ArrowUp']) {
      button.focus();
      expect(player.press(key, CAPTIONS).defaultPrevented, key).to.equal(true);
      await until(isOpen);
      player.pressFocused('Escape');
      await until(() => player.menu.length === 0 && player.focused === CAPTIONS);
    }
    const options = { bubbles: true, composed: true, cancelable: true };
    expect(button.dispatchEvent(new MouseEvent('contextmenu', options))).to.equal(false);
    await until(isOpen);
    expect(showing(), 'the button itself was not pressed').to.equal(undefined);
    expect(player.element.volume).to.equal(1);
  });

  for (const [name, openMore] of [
    ['menu', () => Promise.resolve()],
    ['look of captions', () => openLook()],
  ] as const) {
    it(`leaves the focus in the player when the button of its ${name} goes for want of room`, async () => {
      await play();
      await until(() => player.has(MENU));
      player.element.pause();
      player.control(MENU).focus();
      player.control(MENU).click();
      await until(isOpen);
      await openMore();
      const box = player.element.parentElement;
      if (box) box.style.width = '320px';
      await until(() => !player.control(MENU).checkVisibility());
      player.pressFocused('Escape');
      await shut();
      await until(
        () => player.focused === words('player.play'),
        () => [player.focused, player.focusedItem],
      );
    });
  }

  it('opens at a long press, which does not press the button', async () => {
    await play();
    await until(() => player.has(MENU));
    const button = player.control(CAPTIONS);
    const options = { bubbles: true, composed: true, pointerType: 'touch', isPrimary: true };
    const press = (heldMs: number) => {
      const down = new PointerEvent('pointerdown', options);
      const up = new PointerEvent('pointerup', options);
      Object.defineProperty(up, 'timeStamp', { value: down.timeStamp + heldMs });
      button.dispatchEvent(down);
      button.dispatchEvent(up);
      button.click();
    };
    press(100);
    await until(() => showing() !== undefined);
    const before = showing();
    press(600);
    await until(isOpen);
    expect(showing()).to.equal(before);
  });

  it('is there where there is a choice, and not where a picker or the page takes its place', async () => {
    await play('', tracks('en'), FILMS.mp4);
    await until(() => player.has(CAPTIONS));
    expect(player.has(MENU)).to.equal(false);
    const { volume } = player.element;
    player.press('ArrowDown', CAPTIONS);
    expect(player.element.volume, 'the arrows are the volume').to.be.lessThan(volume);
    player.element.insertAdjacentHTML('beforeend', tracks('de'));
    await until(() => player.has(MENU));
    player.element.setAttribute('without-captions-menu', '');
    await until(() => !player.has(MENU));
    player.element.removeAttribute('without-captions-menu');
    await until(() => player.has(MENU));
    player.element.setAttribute('without-captions', '');
    await until(() => !player.has(MENU));
    player.element.removeAttribute('without-captions');
    await until(() => player.has(MENU));
    player.element.insertAdjacentHTML(
      'beforeend',
      '<vh-captions-picker slot="captions"></vh-captions-picker>',
    );
    await until(() => !player.has(MENU));
  });

  it('is there for one language that the browser may translate into mine', async () => {
    const giveBack = fakeTranslator(new FakeTranslator());
    Object.defineProperty(navigator, 'languages', { value: ['fr-FR'], configurable: true });
    try {
      await play('', tracks('de'), FILMS.mp4);
      await until(() => player.has(MENU));
      player.control(MENU).click();
      await until(() => player.menu.some((text) => text.startsWith('Français')));
      expect(player.focusedItem).to.equal(words('player.off'));
      player.menuItem(words('player.captionStyle')).focus();
      player.element.insertAdjacentHTML('beforeend', tracks('en'));
      await until(() => player.menu.includes('English'));
      expect(player.focusedItem, 'while rows come').to.equal(words('player.captionStyle'));
    } finally {
      Reflect.deleteProperty(navigator, 'languages');
      giveBack();
    }
  });
});
