import { build, type Item } from '../../build.ts';
import { formatBytes, formatClock } from '../../format.ts';
import type { VideoState } from '../../state.ts';
import { addressOf } from '../parts/api.ts';
import { loadElements, uploaderOf } from '../parts/elements.ts';
import { List } from '../parts/list.ts';
import { copy, notify } from '../parts/widgets.ts';
import type { View } from '../parts/view.ts';

/** The videos, the newest first. */
export const videosView: View = ({ main, life }) => {
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
  main.append(upload, list.element);
  void loadElements().then((areThere) => {
    if (areThere) upload.append(uploaderOf());
    else notify('The elements have not been built yet: run “npm run build”, then reload this page.');
  });
  return { refresh: () => list.refresh() };
};

function videoItem(video: VideoState): Item {
  const { videoId, title, status, seconds, bytes, isPublic, thumbnail } = video;
  const facts = [
    status,
    ...(seconds === null ? [] : [formatClock(seconds)]),
    ...(bytes === 0 ? [] : [formatBytes(bytes)]),
    ...(isPublic ? [] : ['private']),
  ];
  return {
    key: videoId,
    look: JSON.stringify([title, facts, thumbnail]),
    make: () => {
      const name = document.createElement('a');
      name.href = `#/videos/${videoId}`;
      name.className = 'name';
      name.dir = 'auto';
      name.textContent = title || 'Untitled';
      const copyId = copy('Copy id', videoId);
      copyId.setAttribute('aria-label', `Copy id of ${title}`);
      const about = build(
        'div',
        'grow',
        name,
        build('p', 'quiet', facts.join(' · ')),
        build('code', '', videoId),
      );
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
