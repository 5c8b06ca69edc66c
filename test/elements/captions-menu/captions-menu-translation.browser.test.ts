import { expect } from 'chai';
import { axeViolations } from '../../support/elements/axe.ts';
import { clearPage, german, page, video } from '../support/captions-picker-page.ts';
import { FakeTranslator, fakeTranslator } from '../support/fake-translator.ts';
import { FILMS, PlayerHarness, until } from '../../support/elements/player-harness.ts';
import { words } from '../../support/words.ts';

const NOTE = words('captionsMenu.translated');
const LOADING = words('captionsMenu.translating', { share: '50%' });

describe('captions in no language of the viewer', () => {
  let translator: FakeTranslator;
  let giveBack = () => {};
  let player: PlayerHarness | undefined;
  const languages = Object.getOwnPropertyDescriptor(Navigator.prototype, 'languages');
  beforeEach(() => {
    Object.defineProperty(navigator, 'languages', { value: ['en-US'], configurable: true });
    translator = new FakeTranslator();
    giveBack = fakeTranslator(translator);
  });
  afterEach(() => {
    giveBack();
    player?.remove();
    player = undefined;
    clearPage();
    Reflect.deleteProperty(navigator, 'languages');
    expect(languages).to.not.equal(undefined);
    localStorage.removeItem('vh-captions');
  });

  const play = async (film: string = FILMS.mp4, tracks = german) => {
    const one = await PlayerHarness.create(`<vh-player muted loop src="${film}">${tracks}</vh-player>`);
    player = one;
    await one.element.play();
    await until(() => one.has(words('player.captions')));
    await one.openSettings();
    const page = one.menu.find((text) => text.startsWith(words('player.captions'))) ?? '';
    one.menuItem(page).click();
    await until(() => one.menu[0]?.endsWith(words('player.back')) === true);
    return one;
  };
  const offer = (one: PlayerHarness) => one.menu.find((text) => text.includes(NOTE)) ?? '';
  const translated = ({ element }: PlayerHarness) =>
    [...element.textTracks].find((track) => track.language === 'en-US');
  const cues = (one: PlayerHarness) =>
    Array.from(translated(one)?.cues ?? [], (cue) => [cue.startTime, (cue as VTTCue).text]);

  it('are translated by the browser on request, and labelled as translated', async () => {
    const one = await play();
    await until(() => offer(one) !== '');
    expect(translator.created).to.deep.equal([]);
    expect(await axeViolations(one.element)).to.deep.equal([]);
    one.menuItem(offer(one)).click();
    await until(() => translator.created.join() === 'de>en');
    translator.come(0.5);
    await until(
      () => one.shows(LOADING) || one.statuses.includes(LOADING),
      () => one.statuses,
    );
    expect(one.element.textTracks.length).to.equal(1);
    translator.come(1);
    await until(
      () => cues(one).length === 2,
      () => [
        cues(one),
        [...one.element.textTracks].map((t) => [t.language, t.mode, t.cues?.length, t.label]),
      ],
    );
    expect(cues(one)).to.deep.equal([
      [0.5, 'EIN KLEINER FILM ZUM TESTEN.'],
      [6, 'ER ENDET GLEICH.'],
    ]);
    expect(translated(one)?.mode).to.equal('showing');
    expect(translated(one)?.label).to.contain(NOTE);
    one.element.src = FILMS.hls;
    await until(() => translator.live === 0 && translated(one) === undefined);
  });

  it('stay as they are where the translation fails, which the menu says', async () => {
    translator.works = false;
    const one = await play();
    await until(() => offer(one) !== '');
    one.menuItem(offer(one)).click();
    await until(() => translator.created.length === 1);
    translator.come(1);
    const failed = words('captionsMenu.notTranslated');
    await until(
      () => one.shows(failed) || one.statuses.includes(failed),
      () => [
        one.statuses,
        translator.live,
        cues(one),
        [...one.element.textTracks].map((t) => [t.language, t.mode, t.cues?.length, t.label]),
      ],
    );
    expect(translator.live).to.equal(0);
    await until(() => [...one.element.textTracks].map(({ mode }) => mode).join() === 'showing');
  });

  it('are offered by no browser that has no translator for them', async () => {
    translator.answer = 'unavailable';
    const one = await play();
    await until(() => translator.asked.length > 0);
    await one.element.updateComplete;
    expect(offer(one)).to.equal('');
    one.remove();
    giveBack();
    giveBack = fakeTranslator(undefined);
    expect(offer(await play())).to.equal('');
  });

  it('are translated by a picker beside a bare video, too, with the events of a choice', async () => {
    const one = await page(`${video(german)}<vh-captions-picker for="player"></vh-captions-picker>`);
    const events: string[] = [];
    for (const type of ['input', 'change']) one.element.addEventListener(type, () => events.push(type));
    await one.open();
    await until(() => one.menu.textContent.includes(NOTE));
    expect(await axeViolations(one.element)).to.deep.equal([]);
    one.action('translated').click();
    translator.come(0.5);
    await until(() => one.menu.textContent.includes(LOADING));
    await until(() => one.status === LOADING);
    expect([one.isOpen, events]).to.deep.equal([true, []]);
    translator.come(1);
    await until(() => one.element.value === 'en-US' && !one.isOpen);
    expect([one.focused, events]).to.deep.equal(['button', ['input', 'change']]);
  });
});
