import { build, link, type Item } from './build.ts';
import { formatBytes, formatClock, formatTime } from './format.ts';
import type { VideoState } from './state.ts';

const WORDS: Readonly<Record<VideoState['status'], string>> = {
  empty: 'waiting for its file',
  uploading: 'uploading',
  packaging: 'being packaged',
  playable: 'playable',
  failed: 'failed',
};

/** A video as a card: its picture, its state, and its renditions as a ladder of lamps. */
export function videoItem(video: VideoState): Item {
  return { key: video.videoId, look: JSON.stringify(video), make: () => card(video) };
}

function card(video: VideoState): HTMLElement {
  const { title, status, page, isPublic, videoId } = video;
  const heading = link(page, 'title', title || 'Untitled');
  heading.title = videoId;
  const facts = [formatTime(video.createdAt), ...amount(video), ...(isPublic ? [] : ['private'])];
  return build(
    'li',
    `card video ${status}`,
    picture(video),
    build(
      'div',
      'text',
      heading,
      build('p', `state ${status}`, stateText(video)),
      status === 'uploading' ? progress(video) : ladder(video),
      build('p', 'facts', facts.join(' · ')),
    ),
  );
}

/** A video that plays may still lack something, and say why. */
function stateText({ status, reason }: VideoState): string {
  if (reason === null) return WORDS[status];
  return status === 'failed' ? reason : `${WORDS[status]}. ${reason}`;
}

function amount({ status, bytes, arrived }: VideoState): string[] {
  if (bytes === 0) return [];
  if (status !== 'uploading' || arrived === null || arrived.total === null) return [formatBytes(bytes)];
  const { unit, count, total } = arrived;
  return unit === 'parts'
    ? [`${count} of ${total} parts`, formatBytes(bytes)]
    : [`${formatBytes(count)} of ${formatBytes(total)}`];
}

function progress({ title, arrived }: VideoState): HTMLElement {
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', `Upload of ${title}`);
  if (arrived?.total) {
    bar.max = arrived.total;
    bar.value = arrived.count;
  }
  return bar;
}

function picture({ thumbnail, seconds, title }: VideoState): HTMLElement {
  const frame = build(
    'div',
    'picture',
    build('span', 'initial', title.trim().charAt(0).toUpperCase() || '·'),
  );
  if (thumbnail !== null) {
    const image = document.createElement('img');
    image.alt = '';
    image.loading = 'lazy';
    // The letter behind it will do.
    image.addEventListener('error', () => image.remove(), { once: true });
    image.src = thumbnail;
    frame.append(image);
  }
  if (seconds !== null) frame.append(build('span', 'duration', formatClock(seconds)));
  return frame;
}

function ladder({ renditions }: VideoState): HTMLElement {
  const list = build('ul', 'ladder');
  for (const { type, quality, status } of renditions) {
    const lamp = build('li', `lamp ${status}`, type === 'mp4' ? 'MP4' : quality);
    lamp.title = `${type.toUpperCase()} ${quality}: ${status}`;
    lamp.setAttribute('aria-label', lamp.title);
    list.append(lamp);
  }
  return list;
}
