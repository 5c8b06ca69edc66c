import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';
import { until, type CaptionsPickerHarness } from '../support/captions-picker-harness.ts';
import { clearPage, english, eventsOf, german, page, video } from '../support/captions-picker-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-captions-picker> by keyboard', () => {
  const four = `${english}${german}<track srclang="es" label="Español"><track srclang="da" label="Dansk">`;
  let picker: CaptionsPickerHarness;

  beforeEach(async () => {
    picker = await page(`${video(four)}<vh-captions-picker for="player"></vh-captions-picker>`);
    picker.button.focus();
  });

  afterEach(clearPage);

  const press = async (...keys: string[]) => {
    for (const key of keys) await sendKeys(/^\w$/.test(key) ? { type: key } : { press: key });
  };

  it('opens with Enter, Space and the arrows, on the chosen entry', async () => {
    picker.element.value = 'de';
    for (const key of ['Enter', ' ', 'ArrowDown', 'ArrowUp']) {
      await press(key);
      await until(() => picker.focused === 'Deutsch');
      expect(picker.button.ariaExpanded).to.equal('true', key);
      await press('Escape');
      await until(() => !picker.isOpen);
      expect(picker.focused).to.equal('button', key);
      expect(picker.button.ariaExpanded).to.equal('false', key);
    }
  });

  it('moves with the arrows, around the ends, and with Home and End', async () => {
    await press('ArrowDown');
    await until(() => picker.focused === words('captions.off'));
    await press('ArrowUp');
    expect(picker.focused).to.equal(words('captionsMenu.style'));
    await press('ArrowDown', 'ArrowDown');
    expect(picker.focused).to.equal('English');
    await press('End');
    expect(picker.focused).to.equal(words('captionsMenu.style'));
    await press('Home');
    expect(picker.focused).to.equal(words('captions.off'));
  });

  it('gives the focus that it gets to its button', async () => {
    picker.button.blur();
    picker.element.focus();
    await until(() => picker.focused === 'button');
  });

  it('finds a language by its first letters', async () => {
    await press('ArrowDown');
    await until(() => picker.focused === words('captions.off'));
    await press('d');
    expect(picker.focused).to.equal('Deutsch');
    await press('d');
    expect(picker.focused).to.equal('Dansk');
    await press('Escape', 'ArrowDown');
    await until(() => picker.focused === words('captions.off'));
  });

  it("finds a language by its name in the page's own", async () => {
    await press('ArrowDown');
    await until(() => picker.focused === words('captions.off'));
    await press('g', 'e');
    expect(picker.focused).to.equal('Deutsch');
  });

  it('chooses with Enter and with Space, and gives the focus back', async () => {
    const events = eventsOf(picker.element);
    for (const [key, language] of [
      ['Enter', 'en'],
      [' ', 'de'],
    ] as const) {
      await press('ArrowDown');
      await until(() => picker.isOpen && picker.focused !== 'button');
      await press('ArrowDown', key);
      await until(() => !picker.isOpen);
      expect(picker.element.value).to.equal(language);
      expect(picker.focused).to.equal('button');
    }
    expect(events).to.have.length(4);
  });

  it('closes when Tab leaves it and on a click elsewhere', async () => {
    await press('Enter');
    await until(() => picker.focused === words('captions.off'));
    await press('Tab');
    await until(() => !picker.isOpen);
    // Where the driver's Tab moves the focus at all, it continues from the button.
    expect(picker.focused).to.be.oneOf(['', 'button']);
    await picker.open();
    await sendMouse({ type: 'click', position: [700, 500] });
    await until(() => !picker.isOpen);
    expect(picker.button.ariaExpanded).to.equal('false');
  });

  it('keeps the keys that it uses from the player around it', async () => {
    const heard: string[] = [];
    picker.element.parentElement?.addEventListener('keydown', ({ key }) => heard.push(key));
    await press('ArrowDown');
    await until(() => picker.focused === words('captions.off'));
    await press('ArrowDown', 'ArrowUp', 'd', 'Escape');
    await until(() => !picker.isOpen);
    expect(heard).to.deep.equal([]);
  });
});
