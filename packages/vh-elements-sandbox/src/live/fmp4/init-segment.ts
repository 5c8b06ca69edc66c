import type { AudioTrack, Tracks, VideoTrack } from '../frames/media-frame.ts';
import { box, fullBox, uint } from './box.ts';

/** The track's number and its ticks in a second. */
export const VIDEO = { id: 1, timescale: 90_000 };
export const AUDIO = { id: 2 };

const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((one) => uint(one, 4));

/** The beginning of a fragmented MP4: what the tracks are, without any of their frames. */
export function initSegment({ video, audio }: Tracks): Buffer {
  const tracks = [...(video ? [videoTrack(video)] : []), ...(audio ? [audioTrack(audio)] : [])];
  const ids = [...(video ? [VIDEO.id] : []), ...(audio ? [AUDIO.id] : [])];
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6'), uint(1, 4), Buffer.from('iso6cmfcmp41')),
    box(
      'moov',
      fullBox(
        'mvhd',
        0,
        0,
        Buffer.alloc(8),
        uint(1000, 4),
        uint(0, 4),
        uint(0x10000, 4),
        uint(0x0100, 2),
        Buffer.alloc(10),
        ...MATRIX,
        Buffer.alloc(24),
        uint(3, 4),
      ),
      ...tracks,
      box('mvex', ...ids.map((id) => fullBox('trex', 0, 0, uint(id, 4), uint(1, 4), Buffer.alloc(12)))),
    ),
  ]);
}

function videoTrack({ width, height, config }: VideoTrack): Buffer {
  const entry = box(
    'avc1',
    Buffer.alloc(6),
    uint(1, 2),
    Buffer.alloc(16),
    uint(width, 2),
    uint(height, 2),
    uint(0x480000, 4),
    uint(0x480000, 4),
    Buffer.alloc(4),
    uint(1, 2),
    Buffer.alloc(32),
    uint(24, 2),
    uint(0xffff, 2),
    box('avcC', config),
  );
  const header = fullBox('vmhd', 0, 1, Buffer.alloc(8));
  return track(VIDEO.id, VIDEO.timescale, { handler: 'vide', header, entry, width, height });
}

function audioTrack({ sampleRate, channels, config }: AudioTrack): Buffer {
  const entry = box(
    'mp4a',
    Buffer.alloc(6),
    uint(1, 2),
    Buffer.alloc(8),
    uint(channels, 2),
    uint(16, 2),
    Buffer.alloc(4),
    uint(sampleRate % 0x10000, 2),
    uint(0, 2),
    fullBox('esds', 0, 0, elementaryStream(config)),
  );
  const header = fullBox('smhd', 0, 0, Buffer.alloc(4));
  return track(AUDIO.id, sampleRate, { handler: 'soun', header, entry, width: 0, height: 0 });
}

/** The descriptors of MPEG-4 systems around an AudioSpecificConfig. */
function elementaryStream(config: Buffer): Buffer {
  const descriptor = (tag: number, content: Buffer) =>
    Buffer.concat([Buffer.of(tag, content.length), content]);
  const decoder = Buffer.concat([Buffer.of(0x40, 0x15), Buffer.alloc(11), descriptor(5, config)]);
  return descriptor(3, Buffer.concat([uint(0, 3), descriptor(4, decoder), descriptor(6, Buffer.of(2))]));
}

interface TrackParts {
  handler: string;
  header: Buffer;
  entry: Buffer;
  width: number;
  height: number;
}

function track(id: number, timescale: number, { handler, header, entry, width, height }: TrackParts): Buffer {
  const nothing = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, 0, uint(0, 4)));
  return box(
    'trak',
    fullBox(
      'tkhd',
      0,
      7,
      Buffer.alloc(8),
      uint(id, 4),
      Buffer.alloc(8),
      Buffer.alloc(8),
      Buffer.alloc(4),
      uint(handler === 'soun' ? 0x0100 : 0, 2),
      Buffer.alloc(2),
      ...MATRIX,
      uint(width * 0x10000, 4),
      uint(height * 0x10000, 4),
    ),
    box(
      'mdia',
      // The language is left undetermined.
      fullBox(
        'mdhd',
        0,
        0,
        Buffer.alloc(8),
        uint(timescale, 4),
        uint(0, 4),
        uint(0x55c4, 2),
        Buffer.alloc(2),
      ),
      fullBox('hdlr', 0, 0, Buffer.alloc(4), Buffer.from(handler), Buffer.alloc(12), Buffer.from('live\0')),
      box(
        'minf',
        header,
        box('dinf', fullBox('dref', 0, 0, uint(1, 4), fullBox('url ', 0, 1))),
        box(
          'stbl',
          fullBox('stsd', 0, 0, uint(1, 4), entry),
          ...nothing,
          fullBox('stsz', 0, 0, Buffer.alloc(8)),
        ),
      ),
    ),
  );
}
