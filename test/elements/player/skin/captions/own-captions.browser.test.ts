import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

const NAME = 'dusk <img src=x onerror=alert(1)>.srt';
const SRT = `1
00:00:00,000 --> 00:00:03,000
<i>Mine</i> <img src=x onerror="alert(1)"> & <b onclick="x()">yours</b>

2
00:00:03,000 --> 00:00:08,000
Later
`;
const captions = '<track kind="captions" srclang="en" label="English" src="/media/captions/en.vtt">';

describe('<vh-player> and a file of captions of its viewer', () => {
  let player: PlayerHarness;
  /** The inputs by which the player asks for a file: no test can press a button of the browser's dialog. */
  let asked: HTMLInputElement[];
  beforeEach(() => {
    asked = [];
    HTMLInputElement.prototype.click = function () {
      if (this.type === 'file') asked.push(this);
      else HTMLElement.prototype.click.call(this);
    };
  });
  afterEach(() => {
    Reflect.deleteProperty(HTMLInputElement.prototype, 'click');
    player.remove();
    for (const key of ['vh-caption-delays', 'vh-captions']) localStorage.removeItem(key);
  });

  const play = async (attributes = '', children = '', visit: 'first' | 'another' = 'first') => {
    const markup = `<div><vh-player muted src="${FILMS.hls}" ${attributes}>${children}</vh-player></div>`;
    player = await PlayerHarness.create(markup, undefined, visit);
    await begin();
  };
  const begin = async () => {
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    player.element.currentTime = 1;
    await until(() => player.hasControls && player.element.currentTime === 1 && !player.element.seeking);
  };
  const drop = (name: string, text: string, type = 'drop') => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true });
    player.element.dispatchEvent(event);
    return event;
  };
  const cues = () => player.partsNamed('cue').map((cue) => cue.textContent);
  const openMenu = (page?: string) => player.openSettings(page);

  it('shows dropped captions, as text, and keeps it from the page', async () => {
    await play();
    // A full list of requests takes no more.
    performance.setResourceTimingBufferSize(2_000);
    let reached = 0;
    player.element.parentElement?.addEventListener('drop', () => reached++);
    const before = performance.getEntriesByType('resource').length;
    expect(drop(NAME, SRT, 'dragover').defaultPrevented).to.equal(true);
    expect(drop(NAME, SRT).defaultPrevented).to.equal(true);
    await until(() => cues().length === 1);
    expect(cues()[0]).to.match(/^Mine .*& yours$/);
    expect(player.partsNamed('cue')[0]?.querySelector('img, [onclick]')).to.equal(null);
    expect(player.notice).to.equal(words('player.captionsNow', { name: NAME }));
    expect(reached).to.equal(0);
    // The icon is the browser's own wish.
    const sent = performance
      .getEntriesByType('resource')
      .slice(before)
      .map(({ name }) => name)
      .filter((name) => !/\.(js|ts|m4s|mp4|m3u8|ts|ico)(\?|$)|^blob:/.test(name));
    expect(sent).to.deep.equal([]);
    // Its name is private, on another visit too.
    expect(JSON.stringify(localStorage)).not.to.include('dusk');
    await player.faded();
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });

  it('opens one from the menu, beside the captions of the page, and another in its place', async () => {
    await play('', captions);
    await openMenu(words('player.captions'));
    player.menuItem(words('captionsMenu.openFile')).click();
    const give = (name: string, text: string) => {
      const [input] = asked.splice(0);
      if (!input) throw new TypeError('There is no file input.');
      expect(input.accept).to.include('.srt').and.include('.vtt');
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      input.files = dataTransfer.files;
      input.dispatchEvent(new Event('change'));
    };
    give('one.vtt', 'WEBVTT\n\n00:00.000 --> 00:05.000 align:start\nFirst file\n');
    await until(() => cues().join() === 'First file');
    await openMenu(words('player.captions'));
    expect(player.menu).to.include('English').and.include('one.vtt');
    player.menuItem(words('captionsMenu.openFile')).click();
    give('two.srt', SRT.replace(/<[^>]*>/g, ''));
    await until(() => cues()[0]?.startsWith('Mine') === true);
    await openMenu(words('player.captions'));
    expect(player.menu).not.to.include('one.vtt');
    player.menuItem('English').click();
    await until(() => cues()[0]?.startsWith('Mine') !== true);
  });

  it('says of a file without captions that there are none', async () => {
    await play();
    for (const text of ['', 'no captions', '\0\0\0', '{"a": 1}']) {
      drop('broken.vtt', text);
      await until(() => player.notice === words('captionsMenu.unreadable'));
      player.press('m');
      await until(() => player.notice !== words('captionsMenu.unreadable'));
    }
    expect(cues()).to.deep.equal([]);
  });

  it('leaves other files to the page, and all of them with without-captions-file', async () => {
    await play();
    expect(drop('film.mp4', 'x').defaultPrevented).to.equal(false);
    player.element.setAttribute('without-captions-file', '');
    expect(drop(NAME, SRT).defaultPrevented).to.equal(false);
    await openMenu();
    expect(player.menu).not.to.include(words('captionsMenu.openFile'));
  });

  it('goes with its video', async () => {
    await play();
    drop(NAME, SRT);
    await until(() => cues().length === 1);
    player.element.src = FILMS.mp4;
    await until(() => player.element.querySelectorAll('track').length === 0 && cues().length === 0);
    await begin();
    expect(cues()).to.deep.equal([]);
    expect([...player.element.textTracks].filter(({ label }) => label.includes('dusk'))).to.deep.equal([]);
  });

  it('shows captions later and earlier, in steps of a tenth of a second, by the keyboard', async () => {
    await play('', captions);
    drop('own.srt', '1\n00:00:01,150 --> 00:00:01,850\nShort\n');
    await until(() => player.notice !== '');
    await settled();
    expect(cues()).to.deep.equal([]);
    await openMenu(words('player.captions'));
    player.menuItem(words('captionsMenu.delay')).click();
    const title = (time: string) => words('captionsMenu.delayNow', { time });
    await until(() => player.menu[0]?.startsWith(title('0.0 sec')) === true);
    const earlier = words('captionsMenu.earlier', { time: '0.1 sec' });
    player.menuItem(earlier).focus();
    player.menuItem(earlier).click();
    await until(() => player.menu[0]?.startsWith(title('-0.1 sec')) === true);
    expect(player.statuses.join()).to.include(title('-0.1 sec'));
    expect(player.focusedItem).to.equal(earlier);
    expect(cues()).to.deep.equal([]);
    player.menuItem(earlier).click();
    await until(() => cues().join() === 'Short');
    for (let step = 0; step < 8; step++) player.menuItem(earlier).click();
    await until(() => player.menu[0]?.startsWith(title('-1.0 sec')) === true && cues().length === 0);
    await player.faded();
    expect(await axeViolations(player.element)).to.deep.equal([]);
    player.menuItem(words('captionsMenu.noDelay')).click();
    await until(() => player.menu[0]?.startsWith(title('0.0 sec')) === true);
    player.menuItem(words('captionsMenu.later', { time: '0.1 sec' })).click();
    await until(() => player.menu[0]?.startsWith(title('+0.1 sec')) === true);
  });

  it('keeps the delay for each video', async () => {
    const playback = (id: string) => ({
      ...{ kind: 'video', id, state: 'playable', hls: FILMS.hls, playlists: [], captions: [], chapters: [] },
    });
    const watch = async (id: string) => {
      player = await PlayerHarness.create(
        'muted',
        (element) => Reflect.set(element, 'playback', playback(id)),
        'another',
      );
      await begin();
      drop('own.srt', SRT);
      await until(() => cues().length === 1);
      await openMenu(words('player.captions'));
    };
    const row = () => player.menu.find((text) => text.startsWith(words('captionsMenu.delay')));
    await watch('one');
    player.menuItem(row() ?? '').click();
    const later = words('captionsMenu.later', { time: '0.1 sec' });
    await until(() => player.menu.includes(later));
    player.menuItem(later).click();
    await until(() => localStorage.getItem('vh-caption-delays') === '[["one",0.1]]');
    player.remove();
    await watch('two');
    expect(row()).to.equal(words('captionsMenu.delay'));
    player.remove();
    await watch('one');
    expect(row()).to.equal(`${words('captionsMenu.delay')}+0.1 sec`);
    // A sign-out: the next visitor sees no sign of it, and the first one finds it again.
    for (const [subject, seen] of [
      ['ben', ''],
      ['', '+0.1 sec'],
    ] as const) {
      player.element.subject = subject;
      await player.element.updateComplete;
      await until(() => row() === `${words('captionsMenu.delay')}${seen}`);
    }
  });
});
