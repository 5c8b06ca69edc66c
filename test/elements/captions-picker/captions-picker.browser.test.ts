import { expect } from 'chai';
import { axeViolations } from '../../support/elements/axe.ts';
import { until } from '../support/captions-picker-harness.ts';
import {
  clearPage,
  english,
  eventsOf,
  german,
  page,
  playerTracks,
  showing,
  video,
} from '../support/captions-picker-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-captions-picker>', () => {
  afterEach(clearPage);

  it('is accessible, closed and open', async () => {
    const picker = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    expect(await axeViolations(picker.element)).to.deep.equal([]);
    await picker.open();
    expect(await axeViolations(picker.element)).to.deep.equal([]);
  });

  it('is accessible when there is nothing to choose', async () => {
    const picker = await page('<vh-captions-picker></vh-captions-picker>');
    expect(await axeViolations(picker.element)).to.deep.equal([]);
  });

  it('lists "off" and the languages in their own names', async () => {
    const picker = await page(
      `${video(`${english}<track srclang="fr"><track srclang="ja">`)}<vh-captions-picker for="player"></vh-captions-picker>`,
    );
    expect(picker.labels).to.deep.equal([words('captions.off'), 'English', 'Français', '日本語']);
    expect(picker.items.map(({ lang }) => lang)).to.deep.equal(['', 'en', 'fr', 'ja']);
    expect(picker.checked).to.deep.equal([words('captions.off')]);
  });

  it('leaves out chapters, metadata and a language that is there twice', async () => {
    const picker = await page(
      `${video(
        `${english}<track kind="chapters" srclang="de"><track kind="metadata" srclang="fr"><track kind="captions" srclang="EN" label="Again">`,
      )}<vh-captions-picker for="player"></vh-captions-picker>`,
    );
    expect(picker.labels).to.deep.equal([words('captions.off'), 'English']);
  });

  it('shows the choice, fires one event, and none for the same choice again', async () => {
    const picker = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    const events = eventsOf(picker.element);
    await picker.pick('Deutsch');
    expect(showing()).to.deep.equal(['de']);
    expect(picker.element.value).to.equal('de');
    expect(picker.label).to.equal('Deutsch');
    expect(picker.isOpen).to.equal(false);
    expect(events).to.deep.equal(['input', 'change']);
    await picker.pick('Deutsch');
    expect(events).to.have.length(2);
    await picker.pick(words('captions.off'));
    expect(showing()).to.deep.equal([]);
    expect(picker.element.value).to.equal('');
  });

  it("gives its events the native ones' flags", async () => {
    const picker = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    const flags: unknown[] = [];
    for (const type of ['input', 'change']) {
      picker.element.addEventListener(type, ({ bubbles, composed, cancelable }) =>
        flags.push([type, bubbles, composed, cancelable]),
      );
    }
    await picker.pick('English');
    expect(flags).to.deep.equal([
      ['input', true, true, false],
      ['change', true, false, false],
    ]);
  });

  it('follows a choice that is made elsewhere, and a value that is set, without an event', async () => {
    const picker = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    const events = eventsOf(picker.element);
    // Until then a browser may choose.
    await until(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    for (const track of playerTracks()) track.mode = track.language === 'de' ? 'showing' : 'disabled';
    await until(() => picker.label === 'Deutsch');
    expect(picker.checked).to.deep.equal(['Deutsch']);
    picker.element.value = 'en';
    expect(showing()).to.deep.equal(['en']);
    picker.element.value = '';
    expect(showing()).to.deep.equal([]);
    expect(events).to.deep.equal([]);
  });

  it('keeps a value that was set before there was a player, or an element', async () => {
    const stage = document.createElement('main');
    const early = document.createElement('vh-captions-picker');
    early.value = 'de';
    stage.append(early);
    document.body.append(stage);
    stage.insertAdjacentHTML('beforeend', video());
    await until(() => showing().includes('de'));
    expect(showing()).to.deep.equal(['de']);
    expect(early.value).to.equal('de');
  });

  it('follows tracks that come and go', async () => {
    const picker = await page(`${video('')}<vh-captions-picker for="player"></vh-captions-picker>`);
    expect(picker.button.disabled).to.equal(true);
    expect(picker.label).to.equal(words('captions.none'));
    const player = document.querySelector('video');
    player?.addTextTrack('subtitles', 'Nederlands', 'nl');
    await until(() => !picker.button.disabled);
    expect(picker.labels).to.deep.equal([words('captions.off'), 'Nederlands']);
    player?.insertAdjacentHTML('beforeend', german);
    await until(() => picker.items.length === 3);
    player?.querySelector('track')?.remove();
    await until(() => picker.items.length === 2);
  });

  it('shows hostile labels as the text that they are', async () => {
    const label = '<img src=x onerror="window.hacked=1"><b>';
    const picker = await page(`${video('')}<vh-captions-picker for="player"></vh-captions-picker>`);
    document.querySelector('video')?.addTextTrack('subtitles', label, '"><script>');
    await until(() => picker.items.length === 2);
    expect(picker.labels).to.deep.equal([words('captions.off'), label]);
    expect(picker.menu.querySelector('img, b, script')).to.equal(null);
    await picker.pick(label);
    expect(picker.label).to.equal(label);
    expect('hacked' in window).to.equal(false);
  });
});
