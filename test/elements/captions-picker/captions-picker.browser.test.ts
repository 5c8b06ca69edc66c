import 'axe-core/axe.min.js';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';
import '../../../src/define/vh-captions-picker.ts';
import { CaptionsPickerHarness, until } from '../../support/captions-picker-harness.ts';

interface Axe {
  run(context: Element): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

declare const axe: Axe;

async function expectAccessible(element: Element): Promise<void> {
  const { violations } = await axe.run(element);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).to.deep.equal(
    [],
  );
}

const german = '<track kind="subtitles" srclang="de" label="Deutsch" src="/media/captions/de.vtt">';
const english = '<track kind="captions" srclang="en" label="English" src="/media/captions/en.vtt">';

function video(tracks = english + german, id = 'player'): string {
  return `<video id="${id}" src="/media/tiny.mp4" muted>${tracks}</video>`;
}

async function page(markup: string): Promise<CaptionsPickerHarness> {
  const stage = document.createElement('main');
  stage.lang = 'en';
  stage.insertAdjacentHTML('afterbegin', markup);
  document.body.append(stage);
  const picker = stage.querySelector('vh-captions-picker');
  if (!picker) throw new Error('The page has no picker.');
  await picker.updateComplete;
  return new CaptionsPickerHarness(picker);
}

function playerTracks(id = 'player'): TextTrackList {
  return (
    document.querySelector<HTMLVideoElement>(`#${id}`)?.textTracks ?? (new EventTarget() as TextTrackList)
  );
}

function showing(id?: string): string[] {
  return [...playerTracks(id)].filter(({ mode }) => mode === 'showing').map(({ language }) => language);
}

function eventsOf(element: Element): string[] {
  const seen: string[] = [];
  for (const type of ['input', 'change']) element.addEventListener(type, () => seen.push(type));
  return seen;
}

/** An element with a `<video>` in it, as a player is. */
class StandInPlayer extends HTMLElement {
  readonly media = document.createElement('video');

  get textTracks(): TextTrackList {
    return this.media.textTracks;
  }
}

describe('<vh-captions-picker>', () => {
  afterEach(() => {
    document.querySelectorAll('main').forEach((stage) => stage.remove());
    localStorage.clear();
  });

  it('is accessible, closed and open', async () => {
    const picker = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    await expectAccessible(picker.element);
    await picker.open();
    await expectAccessible(picker.element);
  });

  it('is accessible when there is nothing to choose', async () => {
    const picker = await page('<vh-captions-picker></vh-captions-picker>');
    await expectAccessible(picker.element);
  });

  it('lists "off" and the languages in their own names', async () => {
    const picker = await page(
      `${video(`${english}<track srclang="fr"><track srclang="ja">`)}<vh-captions-picker for="player"></vh-captions-picker>`,
    );
    expect(picker.labels).to.deep.equal(['Off', 'English', 'Français', '日本語']);
    expect(picker.items.map(({ lang }) => lang)).to.deep.equal(['', 'en', 'fr', 'ja']);
    expect(picker.checked).to.deep.equal(['Off']);
  });

  it('leaves out chapters, metadata and a language that is there twice', async () => {
    const picker = await page(
      `${video(
        `${english}<track kind="chapters" srclang="de"><track kind="metadata" srclang="fr"><track srclang="EN" label="Again">`,
      )}<vh-captions-picker for="player"></vh-captions-picker>`,
    );
    expect(picker.labels).to.deep.equal(['Off', 'English']);
  });

  it('shows what is chosen, says so once, and says nothing when it is chosen again', async () => {
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
    await picker.pick('Off');
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
    // Until then a browser may choose by itself.
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
    await until(() => early.value === 'de');
    expect(showing()).to.deep.equal(['de']);
  });

  it('follows tracks that come and go', async () => {
    const picker = await page(`${video('')}<vh-captions-picker for="player"></vh-captions-picker>`);
    expect(picker.button.disabled).to.equal(true);
    expect(picker.label).to.equal('No captions');
    const player = document.querySelector('video');
    player?.addTextTrack('subtitles', 'Nederlands', 'nl');
    await until(() => !picker.button.disabled);
    expect(picker.labels).to.deep.equal(['Off', 'Nederlands']);
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
    expect(picker.labels).to.deep.equal(['Off', label]);
    expect(picker.menu.querySelector('img, b, script')).to.equal(null);
    await picker.pick(label);
    expect(picker.label).to.equal(label);
    expect('hacked' in window).to.equal(false);
  });
});

describe('<vh-captions-picker> and its player', () => {
  afterEach(() => {
    document.querySelectorAll('main').forEach((stage) => stage.remove());
    localStorage.clear();
  });

  it('takes the nearest video when it is told nothing', async () => {
    const picker = await page(
      `${video(english, 'far')}<section>${video(german)}<p><vh-captions-picker></vh-captions-picker></p></section>`,
    );
    expect(picker.labels).to.deep.equal(['Off', 'Deutsch']);
  });

  it('waits for a player that is added later, and notices when it is replaced', async () => {
    const picker = await page('<vh-captions-picker for="player"></vh-captions-picker>');
    expect(picker.button.disabled).to.equal(true);
    const stage = picker.element.parentElement;
    stage?.insertAdjacentHTML('beforeend', video(german));
    await until(() => picker.items.length === 2);
    stage?.querySelector('video')?.remove();
    await until(() => picker.button.disabled);
    stage?.insertAdjacentHTML('beforeend', video());
    await until(() => picker.items.length === 3);
  });

  it('turns to another player when `for` changes', async () => {
    const picker = await page(
      `${video(german)}${video(english, 'other')}<vh-captions-picker for="player"></vh-captions-picker>`,
    );
    await picker.pick('Deutsch');
    picker.element.htmlFor = 'other';
    await until(() => picker.labels.join() === 'Off,English');
    expect(showing()).to.deep.equal(['de'], 'the first player is left as it is');
    picker.element.setAttribute('for', 'nobody');
    await until(() => picker.button.disabled);
  });

  it('waits for a player that is upgraded later', async () => {
    const picker = await page(
      '<late-player id="player"></late-player><vh-captions-picker for="player"></vh-captions-picker>',
    );
    expect(picker.button.disabled).to.equal(true);
    customElements.define(
      'late-player',
      class extends StandInPlayer {
        constructor() {
          super();
          this.media.addTextTrack('captions', '', 'de');
        }
      },
    );
    await until(() => !picker.button.disabled);
    expect(picker.labels).to.deep.equal(['Off', 'Deutsch']);
  });

  it('belongs to the player around it, also across a shadow root', async () => {
    if (!customElements.get('vh-player')) customElements.define('vh-player', class extends StandInPlayer {});
    const picker = await page(`${video()}<vh-player><vh-captions-picker></vh-captions-picker></vh-player>`);
    const player = document.querySelector('vh-player') as StandInPlayer;
    expect(picker.button.disabled).to.equal(true, 'it is not the neighbour that counts');
    player.media.addTextTrack('captions', '', 'fr');
    await until(() => !picker.button.disabled);
    player.attachShadow({ mode: 'open' }).append(document.createElement('div'));
    player.shadowRoot?.firstElementChild?.append(picker.element);
    await picker.element.updateComplete;
    await until(() => picker.labels.join() === 'Off,Français');
  });

  it('goes on after a move, and lets go when it is removed', async () => {
    const picker = await page(`${video()}<div></div><vh-captions-picker for="player"></vh-captions-picker>`);
    document.querySelector('main div')?.append(picker.element);
    await picker.pick('Deutsch');
    expect(showing()).to.deep.equal(['de']);
    picker.element.remove();
    const events = eventsOf(picker.element);
    // Until then a browser may choose by itself.
    await until(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    for (const track of playerTracks()) track.mode = 'disabled';
    expect(picker.element.value).to.equal('');
    expect(events).to.deep.equal([]);
  });
});

describe('<vh-captions-picker> remembers', () => {
  afterEach(() => {
    document.querySelectorAll('main').forEach((stage) => stage.remove());
    localStorage.clear();
  });

  it('the language, for the next video', async () => {
    const first = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    await first.pick('Deutsch');
    first.element.parentElement?.remove();
    const next = await page(
      `${video('<track srclang="fr"><track srclang="de-AT">')}<vh-captions-picker for="player"></vh-captions-picker>`,
    );
    expect(next.element.value).to.equal('de-AT');
    expect(showing()).to.deep.equal(['de-AT']);
  });

  it('that captions were turned off, against a track that is on by default', async () => {
    const first = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    await first.pick('Deutsch');
    await first.pick('Off');
    first.element.parentElement?.remove();
    const onByDefault = english.replace('<track', '<track default');
    const next = await page(`${video(onByDefault)}<vh-captions-picker for="player"></vh-captions-picker>`);
    const player = document.querySelector('video');
    await player?.play();
    expect(showing()).to.deep.equal([]);
    expect(next.label).to.equal('Off');
  });

  it('nothing that the page did by itself', async () => {
    const first = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    first.element.value = 'de';
    first.element.parentElement?.remove();
    const next = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    expect(next.element.value).to.equal('');
  });
});

describe('<vh-captions-picker> by keyboard', () => {
  const four = `${english}${german}<track srclang="es" label="Español"><track srclang="da" label="Dansk">`;
  let picker: CaptionsPickerHarness;

  beforeEach(async () => {
    picker = await page(`${video(four)}<vh-captions-picker for="player"></vh-captions-picker>`);
    picker.button.focus();
  });

  afterEach(() => {
    document.querySelectorAll('main').forEach((stage) => stage.remove());
    localStorage.clear();
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await sendKeys(/^\w$/.test(key) ? { type: key } : { press: key });
  };

  it('opens with Enter, Space and the arrows, on what is chosen', async () => {
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
    await until(() => picker.focused === 'Off');
    await press('ArrowUp');
    expect(picker.focused).to.equal('Dansk');
    await press('ArrowDown', 'ArrowDown');
    expect(picker.focused).to.equal('English');
    await press('End');
    expect(picker.focused).to.equal('Dansk');
    await press('Home');
    expect(picker.focused).to.equal('Off');
  });

  it('finds a language by its first letters', async () => {
    await press('ArrowDown');
    await until(() => picker.focused === 'Off');
    await press('d');
    expect(picker.focused).to.equal('Deutsch');
    await press('d');
    expect(picker.focused).to.equal('Dansk');
    await press('Escape', 'ArrowDown');
    await until(() => picker.focused === 'Off');
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

  it('closes when Tab goes on, and when something else is clicked', async () => {
    await press('Enter');
    await until(() => picker.focused === 'Off');
    await press('Tab');
    await until(() => !picker.isOpen);
    // Where the driver's Tab moves the focus at all, it goes on from the button.
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
    await until(() => picker.focused === 'Off');
    await press('ArrowDown', 'ArrowUp', 'd', 'Escape');
    await until(() => !picker.isOpen);
    expect(heard).to.deep.equal([]);
  });
});
