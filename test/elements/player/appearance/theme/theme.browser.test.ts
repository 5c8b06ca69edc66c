import { expect } from 'chai';
import type { PlayerTheme } from '../../../../../src/core/wire/player-theme.ts';
import { axeViolations } from '../../../../support/elements/axe.ts';
import { hasLoaded, untilRequested } from '../../../../support/elements/page-requests.ts';
import { paintedWith } from '../../../support/painted-with.ts';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const THEME = 'src/elements/player/appearance/theme/theme-controller.ts';
const address = (path: string) => new URL(path, location.href).href;
const LOGO =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="24"><rect width="80" height="24" fill="tomato"/></svg>',
  );

// One page, in this order: what one test has loaded stays loaded.
describe("<vh-player> in the look that a video's owner chose", () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const playback = (theme?: PlayerTheme, id = 'a') => ({
    ...{ kind: 'video' as const, id, state: 'playable' as const, title: 'Dusk', mp4: FILMS.mp4 },
    ...{ playlists: [], captions: [], chapters: [], theme },
  });
  const create = async (theme?: PlayerTheme, attributes = 'muted loop') => {
    player = await PlayerHarness.create(attributes, (element) => (element.playback = playback(theme)));
    await until(() => player.facadeText.includes('Dusk'));
  };
  const play = async () => {
    await player.element.play();
    await until(() => player.hasControls);
  };
  const colour = (element: Element | undefined) => element && getComputedStyle(element).color;
  /** The ground of the large button. */
  const accent = () => {
    const big = player.bigButton?.firstElementChild;
    return big ? getComputedStyle(big).backgroundColor : '';
  };
  const isTitleHidden = () =>
    getComputedStyle(player.partsNamed('title')[0] ?? document.body).visibility === 'hidden';
  const logo = () => player.partsNamed('logo')[0];

  it('loads nothing of it for a video that has none', async () => {
    await create();
    await play();
    expect(await hasLoaded(THEME)).to.equal(false);
  });

  it('gives its colours to the poster’s button and to the controls', async () => {
    await create({ trackPlayed: '#ffcc00', link: 'rgba(255, 230, 120, 1)', text: 'hsl(120, 100%, 85%)' });
    await until(() => accent() === 'rgb(255, 204, 0)');
    await play();
    const [settings] = player.partsNamed('settings');
    await until(() => colour(player.partsNamed('settings')[0]) === 'rgb(255, 230, 120)');
    expect(settings?.getAttribute('style')).to.equal(null);
    expect(colour(player.partsNamed('time')[0])).to.equal('rgb(179, 255, 179)');
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });

  it('lets the page’s own accent come first', async () => {
    document.body.style.setProperty('--vh-accent', 'rgb(1, 2, 200)');
    await create({ trackPlayed: '#ffcc00', hideTitle: true });
    await until(isTitleHidden);
    expect(accent()).to.equal('rgb(1, 2, 200)');
    document.body.style.removeProperty('--vh-accent');
    await until(() => accent() === 'rgb(255, 204, 0)');
  });

  it('has the corners of the page', async () => {
    await create();
    const round = (value: string) => paintedWith(player.element, value).length > 0;
    for (const isPlaying of [false, true]) {
      if (isPlaying) await play();
      player.element.style.setProperty('--vh-radius', '31px');
      await until(() => round('31px'));
      player.element.style.removeProperty('--vh-radius');
      await until(() => !round('31px'));
    }
  });

  it('refuses icons without enough contrast', async () => {
    await create({ link: '#222', text: 'rgb(90, 90, 90)', trackPlayed: '#ffcc00' });
    await until(() => accent() === 'rgb(255, 204, 0)');
    await play();
    expect(colour(player.partsNamed('settings')[0])).to.equal('rgb(255, 255, 255)');
    expect(colour(player.partsNamed('time')[0])).to.equal('rgb(255, 255, 255)');
  });

  it('takes no text for a colour that could be more', async () => {
    await create({
      trackPlayed: 'url(https://evil.invalid/x)',
      link: 'red;background:url(x)',
      text: '#fff}*{all:unset',
    });
    await play();
    await until(() => hasLoaded(THEME));
    expect(colour(player.partsNamed('settings')[0])).to.equal('rgb(255, 255, 255)');
  });

  it('hides the title, unless the page itself has one', async () => {
    await create({ hideTitle: true });
    await until(isTitleHidden);
    expect(player.bigButton?.ariaLabel).to.equal(words('player.playTitle', { title: 'Dusk' }));
    player.element.heading = 'Dusk';
    await until(() => !isTitleHidden());
  });

  it('shows the logo, as a link without a referrer', async () => {
    await create({ logo: { src: address(FILMS.poster), href: 'https://www.example.com/shop?a=1' } });
    await until(() => logo() !== undefined);
    const link = logo() as HTMLAnchorElement;
    expect([link.href, link.target, link.rel]).to.deep.equal([
      'https://www.example.com/shop?a=1',
      '_blank',
      'noopener noreferrer',
    ]);
    const [image] = link.getElementsByTagName('img');
    expect([image?.alt, image?.referrerPolicy]).to.deep.equal(['example.com', 'no-referrer']);
  });

  it('shows no broken picture in place of a logo', async () => {
    await create({ logo: { src: address('/media/no-logo.png') }, trackPlayed: '#ffcc00' });
    await untilRequested('/media/no-logo.png');
    await until(() => logo() === undefined);
    expect(accent()).to.equal('rgb(255, 204, 0)');
  });

  it('makes no link of another address than that of a page', async () => {
    await create({
      logo: { src: address(FILMS.poster), href: 'javascript:parent.hit=1' },
    });
    await until(() => logo() !== undefined);
    expect(logo()?.tagName).to.equal('SPAN');
    expect(logo()?.querySelector('img')?.alt).to.equal('');
    await play();
    expect(logo()?.checkVisibility()).to.equal(true);
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });

  it('takes no picture of another kind than that of a page', async () => {
    await create({ logo: { src: LOGO }, trackPlayed: '#ffcc00' });
    await until(() => accent() === 'rgb(255, 204, 0)');
    expect(logo()).to.equal(undefined);
  });

  it('goes with its video', async () => {
    const src = address(FILMS.poster);
    await create({ trackPlayed: '#ffcc00', logo: { src } });
    await until(() => accent() === 'rgb(255, 204, 0)' && logo() !== undefined);
    player.element.playback = playback(undefined, 'b');
    await until(() => accent() !== 'rgb(255, 204, 0)' && logo() === undefined);
  });
});
