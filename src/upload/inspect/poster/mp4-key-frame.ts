import { type Box, bodyOf, boxes, child, descendant } from '../mp4-box.ts';
import { codecOf, VIDEO_ENTRY } from '../mp4-codec.ts';
import { type Mp4Track, readTrack } from '../mp4-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { fragmentKeyFrame, type Place } from './fragment-key-frame.ts';
import { type KeyFrame, POSTER_SECONDS, pictureBytes } from './key-frame.ts';

const CONFIGS: ReadonlySet<string> = new Set(['avcC', 'hvcC']);
/** Samples and chunks that are counted through, at most: the picture stands near the beginning. */
const FAR = 2_000;

/** The first key frame of an MP4 or MOV from a moment on, or the one before. */
export async function mp4KeyFrame(peek: ByteReader): Promise<KeyFrame | undefined> {
  for await (const moov of boxes(peek, 0, peek.size)) {
    if (moov.type !== 'moov') continue;
    for await (const trak of boxes(peek, moov.body, moov.end)) {
      const track = trak.type === 'trak' ? await readTrack(peek, trak) : undefined;
      if (track?.kind === 'video') return fromTrack(peek, moov, trak, track);
    }
    break;
  }
  return undefined;
}

async function fromTrack(
  peek: ByteReader,
  moov: Box,
  trak: Box,
  track: Mp4Track,
): Promise<KeyFrame | undefined> {
  const table = await descendant(peek, trak, 'mdia', 'minf', 'stbl');
  const config = table && (await readConfig(peek, await child(peek, table, 'stsd')));
  if (!table || !config) return undefined;
  const moment = track.timescale * POSTER_SECONDS;
  const place =
    track.samples === 0
      ? await fragmentKeyFrame(peek, moov, track.id, moment)
      : await placeOf(peek, table, await keySample(peek, table, moment));
  const data = place && (await pictureBytes(peek, place.from, place.length));
  return data && { config, data };
}

async function readConfig(peek: ByteReader, stsd: Box | undefined): Promise<VideoDecoderConfig | undefined> {
  if (!stsd) return undefined;
  for await (const entry of boxes(peek, stsd.body + 8, stsd.end)) {
    const codec = await codecOf(peek, entry, 'video');
    if (codec === undefined) return undefined;
    for await (const box of boxes(peek, entry.body + VIDEO_ENTRY, entry.end)) {
      const isConfig = CONFIGS.has(box.type);
      const description = isConfig ? await pictureBytes(peek, box.body, box.end - box.body) : undefined;
      if (description) return { codec, description };
    }
    return { codec };
  }
  return undefined;
}

/** The number, from 0, of the first key frame that is not before a moment; else of the last before it. */
async function keySample(peek: ByteReader, table: Box, moment: number): Promise<number> {
  const wanted = await sampleAt(peek, await child(peek, table, 'stts'), moment);
  const box = await child(peek, table, 'stss');
  // Without a list, each is a key frame.
  if (!box) return wanted;
  const count = (await bodyOf(peek, box, 8))?.getUint32(4) ?? 0;
  let last = 0;
  for (let index = 0; index < Math.min(count, FAR); index++) {
    const sample = await wordAt(peek, box, 8 + index * 4);
    // The next one may be a minute away.
    if (sample === undefined || sample - 1 > wanted * 8 + 60) break;
    last = sample - 1;
    if (last >= wanted) break;
  }
  return last;
}

async function sampleAt(peek: ByteReader, stts: Box | undefined, moment: number): Promise<number> {
  let sample = 0;
  let time = 0;
  for (let entry = 0; stts && entry < FAR && time < moment; entry++) {
    const count = await wordAt(peek, stts, 8 + entry * 8);
    const length = await wordAt(peek, stts, 12 + entry * 8);
    if (count === undefined || !length) break;
    const wanted = Math.min(count, Math.ceil((moment - time) / length));
    sample += wanted;
    time += wanted * length;
    if (wanted < count) break;
  }
  return sample;
}

/** Where a sample lies: in which chunk, and behind which others. */
async function placeOf(peek: ByteReader, table: Box, sample: number): Promise<Place | undefined> {
  const sizes = await child(peek, table, 'stsz');
  const runs = await child(peek, table, 'stsc');
  if (!sizes || !runs || sample > FAR * 10) return undefined;
  const usual = await wordAt(peek, sizes, 4);
  const sizeOf = async (index: number) => usual || ((await wordAt(peek, sizes, 12 + index * 4)) ?? 0);
  const { chunk, first } = await chunkOf(peek, runs, sample);
  let from = await chunkPlace(peek, table, chunk);
  for (let index = first; from !== undefined && index < sample; index++) from += await sizeOf(index);
  return from === undefined ? undefined : { from, length: await sizeOf(sample) };
}

/** The chunk that a sample is in, and the number of that chunk's first sample. */
async function chunkOf(
  peek: ByteReader,
  stsc: Box,
  sample: number,
): Promise<{ chunk: number; first: number }> {
  let first = 0;
  for (let entry = 0; entry < FAR; entry++) {
    const from = (await wordAt(peek, stsc, 8 + entry * 12)) ?? 1;
    const each = await wordAt(peek, stsc, 12 + entry * 12);
    const next = (await wordAt(peek, stsc, 20 + entry * 12)) ?? Infinity;
    if (!each) break;
    const chunks = Math.floor((sample - first) / each);
    if (from + chunks < next) return { chunk: from - 1 + chunks, first: first + chunks * each };
    if (next <= from) break;
    first += (next - from) * each;
  }
  return { chunk: Infinity, first };
}

async function chunkPlace(peek: ByteReader, table: Box, chunk: number): Promise<number | undefined> {
  const narrow = await child(peek, table, 'stco');
  if (narrow) return wordAt(peek, narrow, 8 + chunk * 4);
  const wide = await child(peek, table, 'co64');
  const view =
    wide && wide.body + 16 + chunk * 8 <= wide.end && (await peek.at(wide.body + 8 + chunk * 8, 8));
  return view ? Number(view.getBigUint64(0)) : undefined;
}

async function wordAt(peek: ByteReader, box: Box, at: number): Promise<number | undefined> {
  const view = box.body + at + 4 <= box.end ? await peek.at(box.body + at, 4) : undefined;
  return view?.getUint32(0);
}
