import { build, keep, type Item } from '../../build.ts';
import { formatBytes } from '../../format.ts';
import type { UploadNow } from '../../about.ts';
import type { VideoState } from '../../state.ts';
import { addressOf } from '../parts/api.ts';
import { loadElements, uploaderOf } from '../parts/elements.ts';
import { List } from '../parts/list.ts';
import { videoFacts } from '../parts/video-facts.ts';
import { copy, notify, section } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

/** The videos, the newest first, and the uploads that are on their way. */
export const videosView: View = ({ main, life, about }) => {
  const list = new List<VideoState>(
    {
      label: 'Videos',
      path: '_sandbox/console/videos',
      searches: 'Search by title or id',
      blank: 'No video is there.',
      item: videoItem,
    },
    life,
  );
  const upload = build('div', 'upload');
  const onTheirWay = build('ul', 'list');
  const uploads = section('Uploads in flight', onTheirWay);
  uploads.hidden = true;
  main.append(upload, uploads, list.element);
  void loadElements().then((areThere) => {
    if (areThere) upload.append(uploaderOf());
    else notify('The elements have not been built yet: run “npm run build”, then reload this page.');
  });
  const refresh = async () => {
    const now = about()?.uploads ?? [];
    keep(onTheirWay, now.map(uploadItem));
    uploads.hidden = now.length === 0;
    await list.refresh();
  };
  return { refresh };
};

function uploadItem({ requestId, method, target, bytesIn, length, milliseconds }: UploadNow): Item {
  return {
    key: String(requestId),
    look: `${bytesIn} ${milliseconds}`,
    make: () => {
      const bar = document.createElement('progress');
      if (length !== null) {
        bar.max = length;
        bar.value = bytesIn;
      }
      bar.setAttribute('aria-label', target);
      const speed = milliseconds > 0 ? `${formatBytes((bytesIn / milliseconds) * 1000)}/s` : '';
      const done =
        length === null ? formatBytes(bytesIn) : `${formatBytes(bytesIn)} of ${formatBytes(length)}`;
      return build(
        'li',
        '',
        build('code', '', `${method} ${target}`),
        bar,
        build('p', 'quiet', `${done} · ${speed}`),
      );
    },
  };
}

function videoItem(video: VideoState): Item {
  const { videoId, title, thumbnail } = video;
  return {
    key: videoId,
    look: JSON.stringify(video),
    make: () => {
      const name = document.createElement('a');
      name.href = `#/videos/${videoId}`;
      name.className = 'name';
      name.dir = 'auto';
      name.textContent = title || 'Untitled';
      const copyId = copy('Copy id', videoId);
      copyId.setAttribute('aria-label', `Copy id of ${title}`);
      const about = build('div', 'grow', name, ...videoFacts(video), build('code', '', videoId));
      return build('li', 'row', posterOf(thumbnail), about, copyId);
    },
  };
}

function posterOf(thumbnail: string | null): HTMLElement {
  if (thumbnail === null) return build('div', 'poster');
  const picture = document.createElement('img');
  picture.className = 'poster';
  picture.src = addressOf(thumbnail);
  picture.alt = '';
  picture.loading = 'lazy';
  return picture;
}
