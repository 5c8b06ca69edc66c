import { build, keep, link } from '../../build.ts';
import type { VideoState } from '../../state.ts';
import { addressOf, ask, service, type Listed } from '../parts/api.ts';
import { loadElements, playerOf } from '../parts/elements.ts';
import { videoFacts } from '../parts/video-facts.ts';
import { button, confirmed, copy, field, form, input, json, section } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

interface Video {
  videoId: string;
  title: string;
  assets: { iframe: string; hls: string };
}

interface Captions {
  srclang: string;
  default: boolean;
}

/** One video: to play, copy, change and delete. */
export const videoView: View = ({ main, rest: [videoId = ''], life }) => {
  const path = `/videos/${encodeURIComponent(videoId)}`;
  const get = () => ask<Video>('GET', service(path), undefined, life);
  const title = build('h3', '');
  title.dir = 'auto';
  const stage = build('div', 'stage');
  const facts = build('div', '');
  let drawn = '';
  const details = build('div', '');
  const captions = build('ul', 'list');
  const back = document.createElement('a');
  back.href = '#/videos';
  back.textContent = 'All videos';
  const remove = async () => {
    if (!(await confirmed('Delete this video and all that belongs to it?', 'Delete'))) return;
    await ask('DELETE', service(path));
    location.hash = '#/videos';
  };
  const actions = build(
    'div',
    'row',
    copy('Copy id', videoId),
    copy('Copy embed code', async () => (await get()).assets.iframe),
    copy('Copy HLS address', async () => (await get()).assets.hls),
    link(addressOf(`_sandbox/watch/${encodeURIComponent(videoId)}`), '', 'Its own page'),
    button('JSON', async () => {
      details.replaceChildren(
        json(await get(), 'The video as JSON'),
        json(await ask('GET', service(`${path}/status`)), 'Its status as JSON'),
      );
    }),
    button('Delete', remove, 'danger'),
  );
  main.append(back, title, stage, facts, actions, details, captionsSection(captions, path));
  void Promise.all([loadElements(), get()]).then(
    ([, video]) => {
      title.textContent = video.title || 'Untitled';
      if (!life.aborted) stage.append(playerOf(path));
    },
    (error: unknown) => (title.textContent = error instanceof Error ? error.message : 'It is not there.'),
  );

  const refresh = async () => {
    const [state, tracks] = await Promise.all([
      ask<VideoState>('GET', `_sandbox/console${path}`, undefined, life),
      ask<Listed<Captions>>('GET', service(`${path}/captions`), undefined, life),
    ]);
    const look = JSON.stringify(state);
    if (look !== drawn) facts.replaceChildren(...videoFacts(state));
    drawn = look;
    const item = ({ srclang, default: isDefault }: Captions) => ({
      key: srclang,
      look: `${srclang} ${String(isDefault)}`,
      make: () =>
        build(
          'li',
          'row',
          build('span', 'grow', isDefault ? `${srclang} (default)` : srclang),
          button(`Delete ${srclang}`, async () => {
            await ask('DELETE', service(`${path}/captions/${srclang}`));
            await refresh();
          }),
        ),
    });
    keep(captions, tracks.data.map(item));
  };
  return { refresh };
};

function captionsSection(list: HTMLElement, path: string): HTMLElement {
  const language = input('text', { value: 'en', required: true, size: 6 });
  const file = input('file', { accept: '.vtt', required: true });
  const add = async () => {
    const body = new FormData();
    const [chosen] = file.files ?? [];
    if (chosen) body.set('file', chosen);
    await ask('POST', service(`${path}/captions/${encodeURIComponent(language.value)}`), body);
  };
  return section(
    'Captions',
    list,
    form('Add captions', add, field('Language', language), field('WebVTT file', file)),
  );
}
