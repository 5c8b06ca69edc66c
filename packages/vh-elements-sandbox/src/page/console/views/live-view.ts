import { build, keep } from '../../build.ts';
import { ask, service, type Listed } from '../parts/api.ts';
import { loadElements, playerOf } from '../parts/elements.ts';
import { button, confirmed, copy, field, form, input, secret } from '../parts/widgets.ts';
import type { Place, View } from '../parts/view.ts';

interface LiveStream {
  liveStreamId: string;
  name: string;
  streamKey: string;
  public: boolean;
  broadcasting: boolean;
}

/** Live streams: where to push to, what is on the air, and who watches. */
export const liveView: View = (place) => {
  const { main, life } = place;
  const list = build('ul', 'list');
  const blank = build('p', 'blank', 'No live stream is there.');
  const encoders = build('p', 'row');
  const name = input('text', { required: true, maxLength: 200 });
  const refresh = async () => {
    const { data } = await ask<Listed<LiveStream>>(
      'GET',
      service('/live-streams?pageSize=100'),
      undefined,
      life,
    );
    showEncoders(encoders, place);
    keep(
      list,
      data.map((stream) => ({
        key: stream.liveStreamId,
        look: JSON.stringify([stream.name, stream.streamKey, stream.broadcasting]),
        make: () => streamItem(stream, refresh),
      })),
    );
    for (const { liveStreamId, broadcasting } of data) {
      const viewers = place.about()?.viewers[liveStreamId] ?? 0;
      const line = list.querySelector(`[data-key="${liveStreamId}"] .viewers`);
      const words = `${broadcasting ? 'on the air' : 'off the air'} · ${viewers} watching now`;
      if (line && line.textContent !== words) line.textContent = words;
    }
    blank.hidden = data.length > 0;
  };
  const create = async () => {
    await ask('POST', service('/live-streams'), { name: name.value });
    name.value = '';
    await refresh();
  };
  main.append(encoders, form('Create', create, field('New live stream', name)), list, blank);
  return { refresh };
};

function showEncoders(line: HTMLElement, { about }: Place): void {
  const known = about();
  const url = known?.encoders ?? '';
  if (!known || line.dataset['url'] === url) return;
  line.dataset['url'] = url;
  if (url === '') line.replaceChildren('Encoders are not accepted: the sandbox was started without RTMP.');
  else line.replaceChildren('Encoders push to ', build('code', '', url), copy('Copy address', url));
}

function streamItem(stream: LiveStream, refresh: () => Promise<void>): HTMLElement {
  const { liveStreamId, name, streamKey, broadcasting } = stream;
  const path = `/live-streams/${liveStreamId}`;
  const title = build('h3', '', name);
  title.dir = 'auto';
  const stage = build('div', 'stage');
  const watch = button('Watch', async () => {
    await loadElements();
    stage.replaceChildren(playerOf(path));
  });
  const synthetic = button(broadcasting ? 'Stop the test picture' : 'Start the test picture', async () => {
    await ask(broadcasting ? 'DELETE' : 'POST', service(`${path}/_synthetic`));
    await refresh();
  });
  const remove = button(
    'Delete',
    async () => {
      if (!(await confirmed('Delete this live stream?', 'Delete'))) return;
      await ask('DELETE', service(path));
      await refresh();
    },
    'danger',
  );
  return build(
    'li',
    '',
    title,
    build('p', 'quiet viewers'),
    build('div', 'row', secret('stream key', streamKey), copy('Copy id', liveStreamId)),
    build('div', 'row', watch, synthetic, remove),
    stage,
  );
}
