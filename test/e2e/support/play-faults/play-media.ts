import { mutatePlaylist } from '../../../support/grammar/mutate-playlist.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import type { PlayStream } from './play-schedule.ts';

/** The meaning of a path in a run. */
export type PlayMedium =
  | { kind: 'playlist' }
  | {
      kind: 'segment';
      /** How many come before it since the stream began. */
      order: number;
      file: string;
      /** The initialisation of a segment whose clock is to be moved, and by how much. */
      shift?: { init: string; seconds: number };
    };

interface Clock {
  schedule: { seed: number; stream: PlayStream; faults: readonly { kind: string }[] };
  begun: number;
  restarted: number;
}

/** Seconds of a segment, and segments of a film. */
const SECONDS = 2;
const FILM = 12;
/** Live: segments in the playlist, and the number of the first one of all. */
const WINDOW = 6;
const FIRST = 100;
/** Live: from this segment on, the size of the picture changes, where that is the fault. */
const CHANGE = 5;

const FOLDERS: Readonly<Record<string, { files: number; init: string | undefined; end: string }>> = {
  '180p': { files: 4, init: 'init_1.mp4', end: 'm4s' },
  '90p': { files: 4, init: 'init_0.mp4', end: 'm4s' },
  'apart/video': { files: 2, init: 'init.mp4', end: 'm4s' },
  'apart/audio': { files: 2, init: 'init.mp4', end: 'm4s' },
  'ts': { files: 2, init: undefined, end: 'm2ts' },
};
const CODECS = 'CODECS="avc1.4d400d,mp4a.40.2"';

/** What a path is; undefined for one that there is not. */
export function mediaOf(path: string, run: Clock): PlayMedium | undefined {
  if (path.endsWith('.m3u8')) return { kind: 'playlist' };
  const [, folder = '', name = '', number = ''] = /^(.+)\/(init[\w]*\.mp4|(\d+)\.\w+)$/.exec(path) ?? [];
  const known = FOLDERS[folder];
  if (!known) return undefined;
  if (number === '') return { kind: 'segment', order: 0, file: `${folder}/${name}` };
  const order = Number(number) - (run.schedule.stream === 'live' && Number(number) >= FIRST ? FIRST : 0);
  const file = `${folder}/${String(Number(number) % known.files)}.${known.end}`;
  const seconds = Math.floor(Number(number) / known.files) * known.files * SECONDS;
  if (known.init === undefined || seconds === 0 || isCut(run.schedule.stream))
    return { kind: 'segment', order, file };
  return { kind: 'segment', order, file, shift: { init: `${folder}/${known.init}`, seconds } };
}

/** True when the timestamps start over with each turn of the files. */
const isCut = (stream: PlayStream): boolean =>
  stream === 'live' || stream === 'MPEG-TS' || stream === 'discontinuities';

/** The text of a playlist now; of a stale one, as it was when the stream began. */
export function playlistOf(path: string, run: Clock, isStale: boolean): string {
  const { stream } = run.schedule;
  if (path === 'main.m3u8') {
    if (stream === 'hostile') return hostilePlaylist(run.schedule.seed, 'multivariant');
    if (stream === 'MPEG-TS')
      return `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=320x180,${CODECS}\nts.m3u8\n`;
    if (stream === 'sound apart') {
      return `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A",DEFAULT=YES,URI="apart/audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=320x180,${CODECS},AUDIO="a"\napart/video.m3u8\n`;
    }
    return `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=240000,RESOLUTION=320x180,${CODECS}\n180p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=110000,RESOLUTION=160x90,${CODECS}\n90p.m3u8\n`;
  }
  if (stream === 'hostile' && isFirst(path)) return hostilePlaylist(run.schedule.seed, 'media');
  const folder = path.replace('.m3u8', '');
  return stream === 'live' ? livePlaylist(folder, run, isStale) : filmPlaylist(folder, isCut(stream));
}

/** One in two seeds breaks the list of renditions, the others the playlist of one. */
function hostilePlaylist(seed: number, kind: 'multivariant' | 'media'): string {
  const isBroken = (seed % 2 === 0) === (kind === 'multivariant');
  if (isBroken) return mutatePlaylist(seededRandom(seed), 8_000, kind);
  if (kind === 'media') return filmPlaylist('180p', false);
  return `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=240000,RESOLUTION=320x180,${CODECS}\n180p.m3u8\n`;
}

const isFirst = (path: string): boolean => path === '180p.m3u8';

function filmPlaylist(folder: string, isCut: boolean): string {
  const lines = Array.from({ length: FILM }, (_, number) =>
    segment(folder, number, folder, number === 0, isCut),
  );
  return `${head(0)}#EXT-X-PLAYLIST-TYPE:VOD\n${lines.join('')}#EXT-X-ENDLIST\n`;
}

function livePlaylist(folder: string, run: Clock, isStale: boolean): string {
  const hasRestarted = run.restarted > 0 && Date.now() >= run.restarted;
  const begun = hasRestarted ? run.restarted : run.begun;
  const passed = isStale ? 0 : Math.floor((Date.now() - begun) / (SECONDS * 1000));
  // The restarted source counts from zero, and has no past.
  const [first, last] = hasRestarted
    ? [Math.max(0, passed - WINDOW + 1), passed]
    : [FIRST + passed, FIRST + passed + WINDOW - 1];
  const changes = run.schedule.faults.some(({ kind }) => kind === 'change');
  const lines = Array.from({ length: last - first + 1 }, (_, at) => {
    const number = first + at;
    const other = folder === '180p' ? '90p' : '180p';
    const isOther = changes && !hasRestarted && number >= FIRST + WINDOW + CHANGE;
    return segment(folder, number, isOther ? other : folder, at === 0);
  });
  return `${head(first)}#EXT-X-DISCONTINUITY-SEQUENCE:${String(Math.ceil(first / 4))}\n${lines.join('')}`;
}

function head(sequence: number): string {
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${String(SECONDS)}\n#EXT-X-MEDIA-SEQUENCE:${String(sequence)}\n`;
}

/**
 * One segment's lines. The files are played over and over; where their timestamps start over, the playlist has a
 * discontinuity.
 */
function segment(listed: string, number: number, folder: string, isFirst: boolean, isCut = true): string {
  const { files, init, end } = FOLDERS[folder] ?? { files: 1, init: undefined, end: 'm4s' };
  const isNew = isCut && number % files === 0 && !isFirst;
  const base = listed.includes('/') ? folder.slice(folder.lastIndexOf('/') + 1) : folder;
  const map = init !== undefined && (isFirst || isNew) ? `#EXT-X-MAP:URI="${base}/${init}"\n` : '';
  return `${isNew ? '#EXT-X-DISCONTINUITY\n' : ''}${map}#EXTINF:${String(SECONDS)},\n${base}/${String(number)}.${end}\n`;
}

/** The same segment so many seconds later. `timescales` are those of its tracks, by their ids. */
export function shiftClock(bytes: Buffer, seconds: number, timescales: ReadonlyMap<number, number>): Buffer {
  const made = Buffer.from(bytes);
  let scale = 0;
  const walk = (from: number, to: number) => {
    for (let at = from; at + 8 <= to;) {
      const size = made.readUInt32BE(at);
      if (size < 8) return;
      const type = made.toString('latin1', at + 4, at + 8);
      if (type === 'moof' || type === 'traf') walk(at + 8, at + size);
      if (type === 'tfhd') scale = timescales.get(made.readUInt32BE(at + 12)) ?? 0;
      if (type === 'tfdt') {
        const ticks = Math.round(seconds * scale);
        if (made[at + 8] === 1) made.writeBigUInt64BE(made.readBigUInt64BE(at + 12) + BigInt(ticks), at + 12);
        else made.writeUInt32BE(made.readUInt32BE(at + 12) + ticks, at + 12);
      }
      at += size;
    }
  };
  walk(0, made.length);
  return made;
}
