import { build, link } from '../../build.ts';
import type { LiveStreamState } from '../../state.ts';
import { addressOf, ask, service } from '../parts/api.ts';
import { loadElements, playerOf } from '../parts/elements.ts';
import { List } from '../parts/list.ts';
import { button, confirmed, copy, field, form, input, secret } from '../parts/widgets.ts';
import type { Place, View } from '../parts/view.ts';

type LiveStream = LiveStreamState & { streamKey: string; viewers: number };

/** Live streams: where to push to, what is on the air, and who watches. */
export const liveView: View = (place) => {
  const { main, life } = place;
  const list: List<LiveStream> = new List(
    {
      label: 'Live streams',
      path: '_sandbox/console/live-streams',
      searches: 'Search by name',
      blank: 'No live stream is there.',
      item: (stream) => ({
        key: stream.liveStreamId,
        look: JSON.stringify([stream.name, stream.isBroadcasting]),
        make: () => streamItem(stream, () => list.refresh()),
      }),
      shown: showFacts,
    },
    life,
  );
  const encoders = build('p', 'row');
  const name = input('text', { required: true, maxLength: 200 });
  const create = async () => {
    await ask('POST', service('/live-streams'), { name: name.value });
    name.value = '';
    await list.refresh();
  };
  const refresh = async () => {
    showEncoders(encoders, place);
    await list.refresh();
  };
  main.append(encoders, form('Create', create, field('New live stream', name)), list.element);
  return { refresh };
};

/** In place: a stream that is watched here must not begin again because somebody else came. */
function showFacts(list: HTMLElement, streams: readonly LiveStream[]): void {
  for (const { liveStreamId, isPublic, isBroadcasting, restreams, viewers } of streams) {
    const { wanted, connected } = restreams;
    const words = [
      isBroadcasting ? 'on the air' : 'off the air',
      ...(isPublic ? [] : ['private']),
      `${viewers} watching now`,
      ...(isBroadcasting && wanted > 0 ? [`passed on to ${connected} of ${wanted}`] : []),
    ].join(' · ');
    const line = list.querySelector(`[data-key="${liveStreamId}"] .facts`);
    if (line && line.textContent !== words) line.textContent = words;
  }
}

function showEncoders(line: HTMLElement, { about }: Place): void {
  const known = about();
  const url = known?.encoders ?? '';
  if (!known || line.dataset['url'] === url) return;
  line.dataset['url'] = url;
  if (url === '') line.replaceChildren('Encoders are not accepted: the sandbox was started without RTMP.');
  else line.replaceChildren('Encoders push to ', build('code', '', url), copy('Copy address', url));
}

function streamItem(stream: LiveStream, refresh: () => Promise<void>): HTMLElement {
  const { liveStreamId, name, streamKey, isBroadcasting } = stream;
  const path = `/live-streams/${liveStreamId}`;
  const title = build('h3', '', name);
  title.dir = 'auto';
  const stage = build('div', 'stage');
  const watch = button('Watch', async () => {
    await loadElements();
    stage.replaceChildren(playerOf(path));
  });
  const ownPage = link(addressOf(`_sandbox/watch/${liveStreamId}`), '', 'Its own page');
  const synthetic = button(isBroadcasting ? 'Stop the test picture' : 'Start the test picture', async () => {
    await ask(isBroadcasting ? 'DELETE' : 'POST', service(`${path}/_synthetic`));
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
    build('p', 'quiet facts'),
    build('div', 'row', secret('stream key', streamKey), copy('Copy id', liveStreamId)),
    build('div', 'row', watch, ownPage, synthetic, remove),
    stage,
  );
}
