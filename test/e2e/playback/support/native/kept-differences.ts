import type { Difference } from './difference.ts';

/** A difference from `<video>` that is on purpose. */
export interface KeptDifference {
  /** As in the table of docs/playing.md. */
  name: string;
  /** Steps that show it. */
  example: string;
  covers: (difference: Difference) => boolean;
}

/** The differences on purpose; each stands, with its reason, in the table of docs/playing.md. */
export const KEPT: readonly KeptDifference[] = [
  {
    name: 'the default of `preload`',
    example: 'bare muted= src=mp4 insert settle',
    covers: ({ after }) => after.startsWith('bare '),
  },
  {
    name: 'loading outside the document',
    example: 'preload=auto src=mp4 tick settle',
    covers: ({ after }) =>
      !after.includes('insert') ||
      /insert remove(?!.*insert)|remove(?!.*insert).*(src|load|play)/.test(after),
  },
  {
    name: 'the attribute `muted`, set before the media load',
    example: 'src=mp4 insert tick muted=',
    covers: ({ after, member }) => member === 'muted' && /(tick|settle) muted=/.test(after),
  },
  {
    name: 'the attribute `src`, removed',
    example: 'muted= preload=auto src=mp4 insert settle -src settle',
    covers: ({ after }) => after.includes(' -src'),
  },
  {
    name: 'events just before another source',
    example: 'preload=auto src=mp4 insert settle .muted=true .src="mp4" settle',
    covers: ({ after, member, native, player }) =>
      (member === 'tells of the volume' && /src=|load\(\)/.test(after)) ||
      (member === 'told' && isPartOf(String(native), String(player))),
  },
  {
    name: '`play()` before there is a source',
    example: 'muted= insert play() settle src=mp4 settle',
    covers: ({ after }) => /^(?:(?!src=).)*play\(\).*src=/.test(after),
  },
  {
    name: 'HLS, sought to its end',
    example: 'muted= preload=auto src=hls insert settle .currentTime=1000000 settle',
    covers: ({ after }) => /hls.*currentTime=1000000/.test(after),
  },
  {
    name: '`autoplay`, set while nothing is to load',
    example: 'muted= preload=none src=mp4 insert settle .autoplay=true settle',
    covers: ({ after }) =>
      /(?:^bare |^(?!.*preload="?(?:auto|metadata))).*settle.*autoplay=(?:true)?( |$)/.test(after),
  },
  {
    name: 'a film in the background',
    example: 'muted= loop= autoplay= without-controls= src=mp4 insert settle pause() settle',
    covers: ({ after }) =>
      ['muted', 'loop', 'autoplay', 'without-controls'].every((name) =>
        new RegExp(`\\b${name}=`).test(after),
      ),
  },
  {
    name: '`pause` at a failure',
    example: 'muted= src=gone.mp4 insert play() settle',
    covers: ({ member, native, player }) => member === 'told' && pausesLast(native) === pausesLast(player),
  },
];

/** True when only events are missing that a new source takes out of the queue. */
function isPartOf(native: string, player: string): boolean {
  const left = native.split(' ').filter(Boolean);
  const more = player.split(' ').filter((event) => {
    if (event !== left[0]) return true;
    left.shift();
    return false;
  });
  return left.length === 0 && more.every((event) => ['play', 'pause'].includes(event));
}

/** The `pause` of a failure after it. */
const pausesLast = (told: unknown): string =>
  String(told).replace(/\bpause ((?:error|NotSupportedError-\d+)(?: NotSupportedError-\d+)*)/, '$1 pause');
