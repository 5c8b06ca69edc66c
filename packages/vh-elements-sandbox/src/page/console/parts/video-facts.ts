import { build } from '../../build.ts';
import { formatBytes, formatClock } from '../../format.ts';
import type { VideoState } from '../../state.ts';

const WORDS: Readonly<Record<VideoState['status'], string>> = {
  empty: 'nothing uploaded yet',
  uploading: 'uploading',
  packaging: 'packaging',
  playable: 'playable',
  failed: 'failed',
};

/** How far a video has come: in words, while it is uploaded as a bar, then its renditions. */
export function videoFacts(video: VideoState): HTMLElement[] {
  const { status, reason, renditions } = video;
  const why = reason === null ? [] : [build('p', status === 'failed' ? 'bad' : 'quiet', reason)];
  return [
    build('p', 'quiet', factsOf(video).join(' · ')),
    ...why,
    ...(status === 'uploading' ? [progressOf(video)] : []),
    ...(renditions.length > 0 ? [ladderOf(video)] : []),
  ];
}

function factsOf({ status, seconds, bytes, arrived, isPublic, createdAt }: VideoState): string[] {
  return [
    WORDS[status],
    ...(seconds === null ? [] : [formatClock(seconds)]),
    ...sizeOf(status, bytes, arrived),
    ...(isPublic ? [] : ['private']),
    new Date(createdAt).toLocaleString(),
  ];
}

function sizeOf(status: VideoState['status'], bytes: number, arrived: VideoState['arrived']): string[] {
  if (bytes === 0) return [];
  if (status !== 'uploading' || arrived === null || arrived.total === null) return [formatBytes(bytes)];
  const { unit, count, total } = arrived;
  return unit === 'parts'
    ? [`${count} of ${total} parts`, formatBytes(bytes)]
    : [`${formatBytes(count)} of ${formatBytes(total)}`];
}

function progressOf({ title, arrived }: VideoState): HTMLElement {
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', `Upload of ${title}`);
  if (arrived?.total) {
    bar.max = arrived.total;
    bar.value = arrived.count;
  }
  return bar;
}

function ladderOf({ renditions }: VideoState): HTMLElement {
  const list = build('ul', 'ladder');
  list.setAttribute('role', 'list');
  list.setAttribute('aria-label', 'Renditions');
  for (const { type, quality, status } of renditions) {
    const name = type === 'mp4' ? 'MP4' : quality;
    const lamp = build('li', `lamp ${status}`, status === 'encoded' ? name : `${name} ${status}`);
    lamp.title = `${type.toUpperCase()} ${quality}: ${status}`;
    list.append(lamp);
  }
  return list;
}
