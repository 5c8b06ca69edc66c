import { expect } from 'chai';
import { until } from '../support/captions-picker-harness.ts';
import { clearPage, page, video } from '../support/captions-picker-page.ts';
import { hasState, seenParts } from '../../support/elements/seen-parts.ts';
import { fakeSpeech, FakeSpeech } from '../../support/elements/fake-speech.ts';

const LANGUAGES = ['en', 'fr', 'de', 'ja', 'cs', 'ar', 'he', 'hi', 'ko', 'th', 'uk', 'ru', 'fi'];
const tracks = LANGUAGES.map((tag) => `<track kind="captions" srclang="${tag}">`).join('');
const picker = '<vh-captions-picker for="player"></vh-captions-picker>';

describe('<vh-captions-picker> and the names that a page can style', () => {
  let giveBack = () => {};
  afterEach(() => {
    clearPage();
    giveBack();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });

  it('are its parts, its state, and what it leaves out', async () => {
    giveBack = fakeSpeech(new FakeSpeech());
    const one = await page(`${video(tracks)}${picker}`);
    const { element } = one;
    const shows = (...names: string[]) =>
      until(
        () => names.every((name) => seenParts(element, name).length > 0),
        () => names.filter((name) => seenParts(element, name).length === 0),
      );
    await shows('button', 'label');
    expect([hasState(element, 'open'), seenParts(element, 'menu').length]).to.deep.equal([false, 0]);
    await one.pick('Français');
    await one.open();
    expect(hasState(element, 'open')).to.equal(true);
    await shows('menu', 'search', 'list', 'item', 'auto', 'aloud', 'second', 'style');
    one.action('second').click();
    await shows('back');
    one.action('back').click();
    await shows('style');
    element.withoutStyle = true;
    await until(() => seenParts(element, 'style').length === 0);
    element.withoutStyle = false;
    element.setAttribute('without-style', '');
    await element.updateComplete;
    expect(seenParts(element, 'style')).to.deep.equal([]);
    element.removeAttribute('without-style');
    await shows('style');
    one.action('style').click();
    await shows('style-panel');
    expect(hasState(element, 'open')).to.equal(false);
  });

  it('cannot be opened while it is disabled, by attribute and property', async () => {
    const one = await page(`${video()}${picker}`);
    await until(() => !one.button.disabled);
    one.element.disabled = true;
    await until(() => one.button.disabled);
    one.button.click();
    expect(one.isOpen).to.equal(false);
    one.element.disabled = false;
    await until(() => !one.button.disabled);
    one.element.setAttribute('disabled', '');
    await until(() => one.button.disabled);
    one.button.click();
    expect(one.isOpen).to.equal(false);
  });

  it('belongs to the form around it, under its present name', async () => {
    const one = await page(`<form id="own">${video()}${picker}</form>`);
    const form = one.element.form;
    expect(form?.id).to.equal('own');
    if (!form) return;
    await one.pick('Deutsch');
    expect([...new FormData(form)]).to.deep.equal([]);
    one.element.name = 'captions';
    await one.element.updateComplete;
    expect([...new FormData(form)]).to.deep.equal([['captions', 'de']]);
    one.element.setAttribute('name', 'language');
    await one.element.updateComplete;
    expect([...new FormData(form)]).to.deep.equal([['language', 'de']]);
  });
});
