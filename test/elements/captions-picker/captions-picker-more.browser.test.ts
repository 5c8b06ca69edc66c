import { expect } from 'chai';
import { axeViolations } from '../../support/elements/axe.ts';
import { until } from '../support/captions-picker-harness.ts';
import {
  clearPage,
  english,
  eventsOf,
  german,
  page,
  showing,
  video,
} from '../support/captions-picker-page.ts';
import { words } from '../../support/words.ts';

const picker = '<vh-captions-picker for="player"></vh-captions-picker>';

describe('<vh-captions-picker> and more than one language', () => {
  afterEach(() => {
    clearPage();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });

  it('shows a second one beside the first', async () => {
    const one = await page(`${video()}${picker}`);
    await one.pick('English');
    await one.open();
    one.action('second').click();
    await until(() => one.focused === words('captions.off'));
    expect(await axeViolations(one.element)).to.deep.equal([]);
    one.items.find((item) => item.textContent.trim() === 'Deutsch')?.click();
    await until(() => showing().join() === 'en,de');
    expect(one.element.value).to.equal('en');
    await one.open();
    expect(one.action('second').textContent).to.contain('Deutsch');
    await one.pick(words('captions.off'));
    await until(() => showing().length === 0);
  });

  it("finds one language of a hundred, by its own name or by its name in the viewer's language", async () => {
    const tags = new Intl.Locale('en').language;
    const languages = ['fr', 'de', 'ja', 'cs', 'ar', 'he', 'hi', 'ko', 'th', 'uk', 'ru', 'fi', tags];
    const more = [...Array(87).keys()].map((at) => `${languages[at % 12] ?? ''}-x-${String(at)}`);
    const tracks = [...languages, ...more].map((tag) => `<track kind="captions" srclang="${tag}">`).join('');
    const one = await page(`${video(tracks)}${picker}`);
    await until(() => one.items.length === 101);
    await one.open();
    const search = one.search;
    if (!search) throw new TypeError('There is no field to search with.');
    expect(await axeViolations(one.element)).to.deep.equal([]);
    const find = async (text: string) => {
      search.value = text;
      search.dispatchEvent(new Event('input'));
      await one.element.updateComplete;
      return one.items.map((item) => item.lang);
    };
    expect((await find('francais'))[0]).to.equal('fr');
    expect((await find('japanese'))[0]).to.equal('ja');
    expect(await find('no such language')).to.deep.equal([]);
    expect(one.menu.textContent).to.contain(words('captionsMenu.noMatch'));
    await find('čeština');
    search.focus();
    search.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, composed: true }));
    expect(one.focused).to.match(/^Čeština/);
  });

  it('turns captions on while there is no sound, for who wants that', async () => {
    const one = await page(`${video()}${picker}`);
    const events = eventsOf(one.element);
    await one.open();
    one.action('auto').click();
    await until(() => showing().length === 1);
    expect(events).to.deep.equal(['input', 'change']);
    const player = document.querySelector('video');
    if (!player) throw new TypeError('The page has lost its player.');
    player.muted = false;
    await until(() => showing().length === 0);
    await one.open();
    expect(one.action('auto').ariaChecked).to.equal('true');
  });

  it('is a field of a form', async () => {
    const one = await page(
      `<form><fieldset>${video()}<vh-captions-picker for="player" name="captions"></vh-captions-picker></fieldset></form>`,
    );
    const form = document.querySelector('form');
    if (!form) throw new TypeError('The page has lost its form.');
    await one.pick('Deutsch');
    expect(new FormData(form).get('captions')).to.equal('de');
    form.querySelector('fieldset')?.toggleAttribute('disabled', true);
    await until(() => one.button.disabled);
  });
});

describe('<vh-captions-picker> and a bare video', () => {
  afterEach(() => {
    clearPage();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });

  it("gives the browser's captions the viewer's look, two steps away", async () => {
    const one = await page(`${video(english + german)}${picker}`);
    await one.open();
    one.action('style').click();
    await until(() => one.stylePanel !== undefined);
    expect(await axeViolations(one.element)).to.deep.equal([]);
    const preset = [...(one.stylePanel?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
      textContent.includes(words('captionStyle.yellowOnBlack')),
    );
    preset?.click();
    const rules = () => document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]);
    await until(() => rules().some(({ cssText }) => /::cue.*rgb\(255, 255, 0/s.test(cssText)));
    one.stylePanel?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await until(() => one.stylePanel === undefined && one.focused === 'button');
    one.element.remove();
    await until(() => rules().every(({ cssText }) => !cssText.includes('::cue')));
  });

  it('converts a track that the browser cannot read, or reports it', async () => {
    const srt = URL.createObjectURL(new Blob(['1\n00:00:00,000 --> 00:01:00,000\nHello\n']));
    const one = await page(
      `${video(`<track srclang="en" label="English" src="${srt}"><track srclang="de" label="Deutsch" src="/media/captions/gone.vtt">`)}${picker}`,
    );
    const player = document.querySelector('video');
    await one.pick('English');
    await until(() => player?.textTracks[0]?.cues?.length === 1);
    const reported = new Promise<string>((resolve) => {
      one.element.addEventListener('vh-error', ({ code }) => resolve(code), { once: true });
    });
    await one.pick('Deutsch');
    expect(await reported).to.equal('captions-unreadable');
  });
});
