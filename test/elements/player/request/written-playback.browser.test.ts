import { expect } from 'chai';
import { renderPlayback } from '../../../../src/backend/playbacks/render-playback.ts';
import type { Playback } from '../../../../src/core/wire/playback.ts';
import { requested } from '../../../support/elements/page-requests.ts';
import { FILMS, PlayerHarness, until } from '../../../support/elements/player-harness.ts';

const HOSTILE = '</script><img src=x onerror="parent.hit=1"><!--<script> \u2028 \' " & ]]>';

describe('<vh-player> with a playback that the server wrote into the page', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const playback = (more: Partial<Playback> = {}): Playback => ({
    ...{ kind: 'video', id: 'vi1', state: 'playable', title: HOSTILE, hls: FILMS.hls },
    ...{ playlists: [], captions: [], chapters: [], ...more },
  });
  const create = (attributes: string, text: string) =>
    PlayerHarness.create(`<vh-player muted ${attributes}>${text}</vh-player>`);

  it('uses it and sends no request', async () => {
    player = await create('backend="/not-asked" video-id="vi1"', renderPlayback(playback()));
    await until(() => player.facadeText.includes('onerror'));
    await player.element.play();
    expect(player.element.currentSrc).to.contain(FILMS.hls);
    expect(await requested('/not-asked')).to.deep.equal([]);
  });

  it('shows its values as text, whatever they are', async () => {
    player = await create('', renderPlayback(playback()));
    await until(() => player.facadeText.includes('onerror'));
    const { element } = player;
    expect(element.querySelectorAll('*')).to.have.length(1);
    expect(document.querySelector('img[src=x]')).to.equal(null);
    expect(JSON.parse(element.querySelector('script')?.textContent ?? '')).to.deep.equal(playback());
  });

  it('lets the property come first', async () => {
    player = await PlayerHarness.create(
      `<vh-player muted>${renderPlayback(playback())}</vh-player>`,
      (element) => (element.playback = playback({ title: 'From the property' })),
    );
    await until(() => player.facadeText.includes('From the property'));
  });

  it('asks the backend when the page has moved to another video', async () => {
    player = await create(
      'backend="/no-backend" video-id="vi2" load="now" preload="auto"',
      renderPlayback(playback()),
    );
    await until(() => player.message !== undefined);
    expect(await requested('/no-backend')).to.deep.equal(['/no-backend/playback/videos/vi2']);
  });

  it('says so when it is nonsense and there is no other way', async () => {
    player = await create('load="now"', '<script type="application/json">{"id":</script>');
    await until(() => player.message !== undefined);
  });

  it('takes one up that comes later', async () => {
    player = await PlayerHarness.create('muted load="now"');
    player.element.insertAdjacentHTML('beforeend', renderPlayback(playback({ title: 'Late' })));
    await until(() => player.facadeText.includes('Late'));
  });
});
