import { expect } from 'chai';
import type { VhPlayer } from '../../../../../../src/elements/player/vh-player.ts';
import { axeViolations } from '../../../../../support/elements/axe.ts';
import { FILMS, PlayerHarness, until } from '../../../../../support/elements/player-harness.ts';
import { playbackOf } from '../../../support/playlist-films.ts';
import { settled } from '../../../../../support/until.ts';
import { words } from '../../../../../support/words.ts';

/** Puts a member into an object for the length of a test. */
function replace(target: object, name: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(target, name, own);
    else Reflect.deleteProperty(target, name);
  };
}

describe('<vh-player> shares', () => {
  const address = location.href;
  let player: PlayerHarness;
  let copied: string[];
  let undo: (() => void)[];

  beforeEach(() => {
    copied = [];
    undo = [];
  });
  afterEach(() => {
    player.remove();
    for (const restore of undo) restore();
    history.replaceState(history.state, '', address);
  });

  const withClipboard = (writeText: (text: string) => Promise<void>) =>
    undo.push(replace(navigator, 'clipboard', { writeText }));
  const accepts = () => withClipboard((text) => Promise.resolve(void copied.push(text)));
  const play = async (attributes = 'time-parameter="t"', prepare?: (element: VhPlayer) => void) => {
    player = await PlayerHarness.create(`muted src="${FILMS.mp4}" heading="Dusk" ${attributes}`, prepare);
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => player.hasControls);
  };
  const open = () => player.openSettings();
  const copyLink = () => player.menuItem(words('player.copyLink', { time: '0:03' })).click();
  const at = async (seconds: number) => {
    player.element.currentTime = seconds;
    await until(() => !player.element.seeking);
  };

  it('a link to the present time, and says so', async () => {
    accepts();
    history.replaceState(
      history.state,
      '',
      `${address}${address.includes('?') ? '&' : '?'}t=1&v=%3Cb%3E#part`,
    );
    await play();
    await at(3.6);
    await open();
    copyLink();
    await until(() => player.shows(words('player.linkCopied')) && player.menu.length === 0);
    const [link = ''] = copied;
    const { searchParams, hash, pathname } = new URL(link);
    expect([searchParams.get('t'), searchParams.get('v'), hash]).to.deep.equal(['3', '<b>', '#part']);
    expect(pathname).to.equal(location.pathname);
    expect(player.focused).to.equal(words('player.settings'));
  });

  it("a link of the page's own, or none at all", async () => {
    accepts();
    await play();
    await at(3);
    let isCanceled = false;
    player.element.addEventListener('vh-copy-link', (event) => {
      if (isCanceled) return event.preventDefault();
      event.url = `https://example.com/watch?at=${event.time}`;
    });
    await open();
    copyLink();
    await until(() => copied.length === 1 && player.menu.length === 0);
    expect(copied).to.deep.equal(['https://example.com/watch?at=3']);
    isCanceled = true;
    await open();
    copyLink();
    await until(() => player.menu.length === 0);
    expect(copied).to.have.length(1);
  });

  it('a link to copy by hand where the clipboard is closed', async () => {
    withClipboard(() => Promise.reject(new DOMException('No.', 'NotAllowedError')));
    await play();
    await at(3);
    await open();
    copyLink();
    await until(() => player.linkField?.value.includes('t=3') === true);
    const field = player.linkField;
    await until(() => field?.selectionStart === 0 && field.selectionEnd === field.value.length);
    expect(player.menu.join()).to.include(words('player.linkNotCopied'));
    await player.faded();
    expect(await axeViolations(player.element)).to.deep.equal([]);
    player.pressFocused('Escape');
    await until(() => player.menu.length === 0);
  });

  for (const [name, attributes, prepare] of [
    ['the page does not read it', ''],
    ['the page does not want it', 'time-parameter="t" without-copy-link'],
    [
      'it would lead to another entry',
      'time-parameter="t"',
      (element: VhPlayer) => (element.playlist = [{ playback: playbackOf('a') }]),
    ],
  ] as const) {
    it(`no link where ${name}`, async () => {
      await play(attributes, prepare);
      await open();
      expect(player.menu.join()).to.not.include(words('player.copyLink', { time: '' }).trim());
    });
  }

  it('a time that the page was opened with', async () => {
    history.replaceState(history.state, '', '?t=3&other=2');
    await play();
    expect(player.element.currentTime).to.be.at.least(3);
    player.remove();
    await play('time-parameter="other"');
    expect(player.element.currentTime).to.be.within(2, 3);
    player.remove();
    await play('time-parameter="t" start-time="1"');
    expect(player.element.currentTime).to.be.within(1, 2);
    player.remove();
    history.replaceState(history.state, '', '?t=soon');
    await play();
    expect(player.element.currentTime).to.be.below(1);
  });

  it('the picture as a file', async () => {
    const files: { href: string; name: string }[] = [];
    undo.push(
      replace(HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
        files.push({ href: this.href, name: this.download });
      }),
    );
    await play('');
    await at(3);
    await open();
    player.menuItem(words('player.savePicture')).click();
    await until(() => files.length === 1 && player.menu.length === 0);
    expect(files[0]?.name).to.equal('Dusk 0-03.png');
    const blob = await (await fetch(files[0]?.href ?? '')).blob();
    expect(blob.type).to.equal('image/png');
    const { width, height } = await createImageBitmap(blob);
    expect([width, height]).to.deep.equal([player.element.videoWidth, player.element.videoHeight]);
  });

  it('no picture that may not be read', async () => {
    undo.push(
      replace(CanvasRenderingContext2D.prototype, 'getImageData', () => {
        throw new DOMException('Tainted.', 'SecurityError');
      }),
    );
    await play('');
    await open();
    expect(player.menu).to.not.include(words('player.savePicture'));
  });

  it('no picture where the page does not want it, or the film is protected', async () => {
    await play('without-save-picture');
    await open();
    expect(player.menu).to.not.include(words('player.savePicture'));
    player.remove();
    await play('');
    undo.push(replace(player.element.media, 'mediaKeys', {}));
    await open();
    await settled();
    expect(player.menu).to.not.include(words('player.savePicture'));
  });
});
