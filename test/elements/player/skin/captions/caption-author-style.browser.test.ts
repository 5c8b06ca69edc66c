import { expect } from 'chai';
import { isColorName } from '../../../../../src/captions/author-style/declarations.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const KEPT = 'vh-caption-style';

describe("<vh-player> and its captions' own styles", () => {
  let player: PlayerHarness;
  beforeEach(() => {
    localStorage.removeItem(KEPT);
    localStorage.removeItem('vh-captions');
  });
  afterEach(() => {
    // What the page's players share outlives them.
    localStorage.removeItem(KEPT);
    window.dispatchEvent(new StorageEvent('storage', { key: KEPT }));
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  const show = async (file: string) => {
    const src = URL.createObjectURL(new Blob([file], { type: 'text/vtt' }));
    player = await PlayerHarness.create(
      `<vh-player muted loop src="${FILMS.mp4}"><track kind="captions" srclang="en" src="${src}"></vh-player>`,
    );
    await player.element.play();
    await until(() => player.has(words('player.captions')));
    player.press('c');
    await until(() => cue() !== undefined);
  };
  const cue = () => player.partsNamed('cue')[0]?.firstElementChild ?? undefined;
  const look = (element: Element | null | undefined) => {
    const { color, backgroundColor, fontWeight, fontStyle, textDecorationLine, opacity } = getComputedStyle(
      element ?? player.element,
    );
    return { color, backgroundColor, fontWeight, fontStyle, textDecorationLine, opacity };
  };
  const find = (selector: string) => look(cue()?.querySelector(selector));

  const FILE = `WEBVTT

STYLE
::cue { color: papayawhip; background: rgb(0 0 64); opacity: .9 }
::cue(b) { font-weight: normal; color: #f80; text-decoration: underline }

STYLE
::cue(v[voice="Ann"]) { color: hsl(120, 100%, 75%); font-style: italic }
::cue(.yellow) { color: gold }
::cue(.shout) { background-color: #800; opacity: 50% }

00:00.000 --> 01:00.000
Words <b>bold</b> <v Ann>of hers</v> <c.yellow.bg_blue>gold</c> <c.lime>lime</c> <c.shout>loud</c>
`;

  it('draws what the file says of them', async () => {
    await show(FILE);
    await until(() => look(cue()).color === 'rgb(255, 239, 213)');
    const whole = look(cue());
    expect([whole.backgroundColor, whole.opacity]).to.deep.equal(['rgb(0, 0, 64)', '0.9']);
    const bold = find('b');
    expect([bold.color, bold.fontWeight, bold.textDecorationLine]).to.deep.equal([
      ...['rgb(255, 136, 0)', '400', 'underline'],
    ]);
    const voice = find('[part~=voice]');
    expect([voice.color, voice.fontStyle]).to.deep.equal(['rgb(128, 255, 128)', 'italic']);
    const gold = find('[part~=cue-yellow]');
    expect([gold.color, gold.backgroundColor]).to.deep.equal(['rgb(255, 215, 0)', 'rgb(0, 0, 255)']);
    expect(find('[part~=cue-lime]').color).to.equal('rgb(0, 255, 0)', "the standard's own colour");
    const loud = find('[part~=cue-shout]');
    expect([loud.backgroundColor, loud.opacity]).to.deep.equal(['rgb(136, 0, 0)', '0.5']);
  });

  it("gives way to the viewer's colours", async () => {
    await show(FILE);
    await until(() => find('[part~=cue-shout]').opacity === '0.5');
    localStorage.setItem(KEPT, '{"color":"#00ffff","background":"#202020","backgroundOpacity":1}');
    window.dispatchEvent(new StorageEvent('storage', { key: KEPT }));
    await until(() => look(cue()).color === 'rgb(0, 255, 255)');
    for (const name of ['b', '[part~=voice]', '[part~=cue-yellow]', '[part~=cue-shout]'])
      expect([find(name).color, find(name).opacity]).to.deep.equal(['rgb(0, 255, 255)', '1'], name);
    for (const one of [look(cue()), find('[part~=cue-yellow]'), find('[part~=cue-shout]')])
      expect(one.backgroundColor).to.equal('rgb(32, 32, 32)');
    expect(find('[part~=voice]').fontStyle).to.equal('italic', 'no choice of the viewer');
  });

  it('gives a text and its ground the colours of their classes', async () => {
    await show('WEBVTT\n\n00:00.000 --> 01:00.000\n<c.yellow.bg_blue>one</c> <c.bg_red>two</c>\n');
    const one = find('[part~=cue-yellow]');
    expect([one.color, one.backgroundColor]).to.deep.equal(['rgb(255, 255, 0)', 'rgb(0, 0, 255)']);
    const two = find('[part~=cue-bg_red]');
    expect([two.color, two.backgroundColor]).to.deep.equal(['rgb(255, 255, 255)', 'rgb(255, 0, 0)']);
  });

  it('knows the names of colours that this browser knows', async () => {
    await show('WEBVTT\n\n00:00.000 --> 01:00.000\nwords\n');
    const names = 'black white red lime blue papayawhip rebeccapurple lightgoldenrodyellow transparent';
    for (const name of names.split(' ')) expect(isColorName(name)).to.equal(CSS.supports('color', name));
    for (const name of ['canvas', 'inherit', 'currentcolor', 'constructor', ''])
      expect(isColorName(name)).to.equal(false);
  });
});
