import { expect } from 'chai';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const KEPT = 'vh-caption-style';

describe('<vh-player> and the look of captions', () => {
  let player: PlayerHarness;
  const others: PlayerHarness[] = [];
  beforeEach(() => localStorage.removeItem(KEPT));
  afterEach(() => {
    // What the page's players share outlives them.
    localStorage.removeItem(KEPT);
    window.dispatchEvent(new StorageEvent('storage', { key: KEPT }));
    for (const one of [player, ...others.splice(0)]) one.remove();
    localStorage.removeItem('vh-captions');
  });

  const play = async (cues: string, attributes = '') => {
    const src = URL.createObjectURL(new Blob([`WEBVTT\n\n${cues}`], { type: 'text/vtt' }));
    const made = await PlayerHarness.create(
      `<vh-player muted loop src="${FILMS.mp4}" ${attributes}><track kind="captions" srclang="en" src="${src}"></vh-player>`,
    );
    await made.element.play();
    await until(() => made.has(words('player.captions')));
    return made;
  };
  const show = async (one: PlayerHarness) => {
    one.press('c');
    await until(() => cueOf(one) !== undefined);
  };
  const cueOf = (one: PlayerHarness) => one.partsNamed('cue')[0]?.firstElementChild ?? undefined;
  const lookOf = (one: PlayerHarness) => getComputedStyle(cueOf(one) ?? one.element);
  const panel = () => player.partsNamed('style-panel')[0];
  /** Two steps: the settings, and their row. */
  const openPanel = async () => {
    await player.openSettings();
    player.menuItem(words('player.captionStyle')).click();
    await until(() => panel()?.matches(':popover-open') ?? false);
  };
  const choose = (label: string, option: string) => {
    const select = player.control(label) as HTMLSelectElement;
    select.selectedIndex = [...select.options].findIndex(({ text }) => text === option);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };

  it('is chosen two steps away, seen on the running picture, and holds for other players and visits', async () => {
    player = await play('00:00.000 --> 01:00.000\nWords\n');
    const other = await play('00:00.000 --> 01:00.000\nOthers\n');
    others.push(other);
    await show(other);
    await openPanel();
    await until(() => cueOf(player)?.textContent === words('captionStyle.sample'));
    const size = parseFloat(lookOf(player).fontSize);
    player.control(words('captionStyle.large')).click();
    await until(() => parseFloat(lookOf(player).fontSize) > size * 1.4);
    player.press('c');
    await until(() => cueOf(player)?.textContent === 'Words');
    choose(words('captionStyle.text'), words('captionStyle.yellow'));
    for (const one of [player, other]) await until(() => lookOf(one).color === 'rgb(255, 255, 0)');
    expect(JSON.parse(localStorage.getItem(KEPT) ?? '')).to.deep.equal({ size: 1.5, color: '#ffff00' });
    await player.faded();
    expect(await axeViolations(player.element)).to.deep.equal([]);
    player.pressFocused('Escape');
    await until(() => panel() === undefined && player.focused === words('player.settings'));
    player.remove();
    player = await play('00:00.000 --> 01:00.000\nAgain\n');
    await show(player);
    await until(() => lookOf(player).color === 'rgb(255, 255, 0)');
  });

  it('follows another tab, and ignores what no tab of ours has written', async () => {
    player = await play('00:00.000 --> 01:00.000\n<c.lime>Green</c> and not\n');
    await show(player);
    const green = () => getComputedStyle(cueOf(player)?.firstElementChild ?? player.element).color;
    expect(green()).to.equal('rgb(0, 255, 0)', "a speaker's colour");
    localStorage.setItem(KEPT, '{"color":"#00ffff","font":"x;color:red","position":"top"}');
    window.dispatchEvent(new StorageEvent('storage', { key: KEPT }));
    await until(() => green() === 'rgb(0, 255, 255)');
    const frame = player.element.getBoundingClientRect();
    await until(() => (cueOf(player)?.getBoundingClientRect().bottom ?? 1e9) < frame.top + frame.height / 2);
  });

  it('is left to the browser where the viewer wants what the system says', async () => {
    player = await play('00:00.000 --> 01:00.000\nWords\n', 'without-memory');
    await show(player);
    await openPanel();
    player.control(words('captionStyle.system')).click();
    await until(() => cueOf(player) === undefined && !player.element.media.classList.contains('own-cues'));
    expect(localStorage.getItem(KEPT)).to.equal(null);
    player.control(words('captionStyle.reset')).click();
    await until(() => cueOf(player)?.textContent === 'Words');
    expect(player.element.media.classList.contains('own-cues')).to.equal(true);
  });

  it('draws ruby, columns and words that are sung later', async () => {
    player = await play(
      '00:00.000 --> 01:00.000 vertical:rl\n<ruby>漢<rt>kan</rt></ruby><00:00:50.000>字<v.loud Ann>!\n',
    );
    await show(player);
    const cue = player.partsNamed('cue')[0];
    expect(cue?.textContent).to.equal('漢kan字!');
    expect(getComputedStyle(cue ?? player.element).writingMode).to.equal('vertical-rl');
    expect(player.partsNamed('cue-loud')[0]?.textContent).to.equal('!');
    const later = () => [...(cue?.querySelectorAll('.later') ?? [])].map(({ textContent }) => textContent);
    await until(() => later().join() === '字,!');
  });
});
