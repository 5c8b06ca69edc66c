// Judges a cut by what ffmpeg and ffprobe say of the film before and after it.
import {
  bytesOf,
  complaintsFrom,
  describe,
  type Packet,
  picturesOf,
  type ShownPicture,
  SOUND_RATE,
  type Stream,
  waveOf,
} from './read-by-ffmpeg.ts';

/** A film as ffmpeg reads it. */
export interface ReadFilm {
  readonly file: string;
  readonly streams: readonly Stream[];
  readonly duration: number;
  readonly pictures: readonly ShownPicture[];
  readonly packets: readonly Packet[];
  readonly waves: ReadonlyMap<number, Int16Array>;
  readonly complaints: string;
}

/** What was found of one cut. */
export interface CutFinding {
  readonly faults: readonly string[];
  /** Seconds by which the length is wrong. */
  readonly lengthError: number;
  /** Seconds by which the sound of a track lies beside the picture, at most. */
  readonly soundError: number;
  readonly pictures: number;
}

/** A sound may be so far beside its picture. */
const MAX_SOUND_SECONDS = 0.02;
/** Decoders of sound need a moment; and the very ends are whole samples of sound. */
const SOUND_EDGE_SECONDS = 0.12;
const SEARCHED_SECONDS = 0.06;
/** Of a wave that is the same one. */
const LEAST_LIKENESS = 0.8;
/** One unit of a clock of 1,000 a second: Matroska has no better. */
const CLOCK_SECONDS = 0.0011;

/** What must be the same of a stream, before and after. */
const KEPT_FIELDS = [
  ...['codec_name', 'codec_tag_string', 'profile', 'width', 'height', 'pix_fmt', 'sample_aspect_ratio'],
  ...['color_range', 'color_space', 'color_transfer', 'color_primaries'],
  ...['sample_rate', 'channels', 'channel_layout'],
];

/** What a container means that does not say it. */
const UNSAID: Readonly<Record<string, string>> = { sample_aspect_ratio: '1:1', color_range: 'tv' };

export async function readFilm(file: string): Promise<ReadFilm> {
  const described = await describe(file);
  const { pictures, said } = await picturesOf(file);
  const waves = new Map<number, Int16Array>();
  const complaints = [said];
  for (const { index, codec_type } of described.streams) {
    if (codec_type !== 'audio') continue;
    const heard = await waveOf(file, index);
    waves.set(index, heard.wave);
    complaints.push(heard.said);
  }
  return {
    file,
    ...described,
    pictures,
    waves,
    complaints: complaints.filter((one) => one !== '').join('\n'),
  };
}

/** The boundary between two pictures that is nearest to a time. */
function nearestBoundary({ pictures }: ReadFilm, time: number): number {
  const all = pictures.flatMap(({ from, to }) => [from, to]);
  return all.reduce((best, one) => (Math.abs(one - time) < Math.abs(best - time) ? one : best), Infinity);
}

export async function judgeCut(
  before: ReadFilm,
  after: ReadFilm,
  wanted: { start: number; end: number },
  said: { start: number; end: number },
  isOther: boolean,
): Promise<CutFinding> {
  const faults: string[] = [];
  // The bench knows the right range by itself, and does not believe what the cut says.
  const start = nearestBoundary(before, wanted.start);
  const end = nearestBoundary(before, wanted.end);
  if (Math.abs(said.start - start) > CLOCK_SECONDS || Math.abs(said.end - end) > CLOCK_SECONDS)
    faults.push(`says ${range(said)}, and the nearest pictures are at ${range({ start, end })}`);
  const complaints = await newComplaints(before, after, start);
  if (complaints.length > 0) faults.push(`ffmpeg: ${complaints.slice(0, 2).join(' / ')}`);
  faults.push(...judgePictures(before, after, { start, end }));
  faults.push(...judgeStreams(before, after, { start, end }, isOther));
  faults.push(...(await judgeBytes(before, after)));
  const frame = Math.max(...before.pictures.map(({ from, to }) => to - from));
  const lengthError = Math.abs(after.duration - (end - start));
  if (lengthError > frame)
    faults.push(`is ${after.duration.toFixed(3)} s long, and not ${(end - start).toFixed(3)}`);
  const sound = judgeSound(before, after, start, end);
  faults.push(...sound.faults);
  return { faults, lengthError, soundError: sound.error, pictures: after.pictures.length };
}

const range = ({ start, end }: { start: number; end: number }) => `${start.toFixed(4)}–${end.toFixed(4)}`;

function judgePictures(
  before: ReadFilm,
  after: ReadFilm,
  { start, end }: { start: number; end: number },
): string[] {
  const wanted = before.pictures.filter(
    ({ from, to }) => to > start + CLOCK_SECONDS && from < end - CLOCK_SECONDS,
  );
  const faults: string[] = [];
  const [first, last] = [wanted[0], wanted.at(-1)];
  const name = (picture: ShownPicture | undefined) => {
    const at = before.pictures.findIndex(({ hash }) => hash === picture?.hash);
    return at < 0 ? 'one that the film has not' : `picture ${String(at)}`;
  };
  if (after.pictures[0]?.hash !== first?.hash)
    faults.push(`begins with ${name(after.pictures[0])}, and not with ${name(first)}`);
  if (after.pictures.at(-1)?.hash !== last?.hash)
    faults.push(`ends with ${name(after.pictures.at(-1))}, and not with ${name(last)}`);
  if (after.pictures.length !== wanted.length)
    faults.push(`shows ${String(after.pictures.length)} pictures, and not ${String(wanted.length)}`);
  else if (faults.length === 0) {
    const other = wanted.findIndex(({ hash }, at) => hash !== after.pictures[at]?.hash);
    if (other >= 0) faults.push(`picture ${String(other)} is another one`);
    const late = wanted.findIndex(
      ({ from }, at) =>
        Math.abs(Math.max(0, from - start) - (after.pictures[at]?.from ?? NaN)) > 2 * CLOCK_SECONDS,
    );
    if (late >= 0)
      faults.push(
        `picture ${String(late)} comes at ${String(after.pictures[late]?.from.toFixed(4))}, and not at ${((wanted[late]?.from ?? 0) - start).toFixed(4)}`,
      );
  }
  return faults;
}

/** What ffmpeg says of a cut, and would not say of the film from there: of open groups it misses the pictures that are hidden. */
async function newComplaints(before: ReadFilm, after: ReadFilm, start: number): Promise<string[]> {
  const said = linesOf(after.complaints);
  if (said.length === 0) return said;
  const known = [...linesOf(before.complaints), ...linesOf(await complaintsFrom(before.file, start))];
  return said.filter((line) => !known.includes(line));
}

const linesOf = (complaints: string): string[] =>
  complaints
    .split('\n')
    .map((line) => line.replace(/ @ 0x[\da-f]+/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('Last message repeated'));

const isShown = ({ disposition, codec_type: type }: Stream) =>
  disposition?.['attached_pic'] !== 1 && ['video', 'audio', 'subtitle'].includes(type);

function judgeStreams(
  before: ReadFilm,
  after: ReadFilm,
  { start, end }: { start: number; end: number },
  isOther: boolean,
): string[] {
  const faults: string[] = [];
  // A track that has nothing in the stretch is left out.
  const has = (stream: Stream) =>
    before.packets.some(({ stream: of, time }) => of === stream.index && time > start - 1 && time < end);
  const kept = before.streams.filter((stream) => isShown(stream) && has(stream));
  const found = after.streams.filter(isShown);
  if (found.length !== kept.length)
    return [
      `has ${String(found.length)} tracks (${found.map(({ codec_name: name }) => name).join()}), and not ${String(kept.length)}`,
    ];
  const covers = (streams: readonly Stream[]) =>
    streams.filter(({ disposition }) => disposition?.['attached_pic'] === 1).length;
  if (covers(after.streams) !== covers(before.streams)) faults.push('has lost its cover');
  for (const [at, old] of kept.entries()) {
    const now = found[at];
    // Another container has its own names for a codec, and its own layouts.
    const fields = isOther ? KEPT_FIELDS.filter((field) => field !== 'codec_tag_string') : KEPT_FIELDS;
    for (const field of fields) {
      const [was, is] = [old, now].map((stream) => JSON.stringify(stream?.[field] ?? UNSAID[field]));
      if (was !== is) faults.push(`${field} was ${String(old[field])}, and is ${String(now?.[field])}`);
    }
    const language = (stream: Stream | undefined) => stream?.tags?.['language'] ?? 'und';
    if (language(old) !== language(now))
      faults.push(`language was ${language(old)}, and is ${language(now)}`);
    const side = (stream: Stream | undefined) => JSON.stringify(stream?.side_data_list ?? []);
    if (side(old) !== side(now)) faults.push(`side data was ${side(old)}, and is ${side(now)}`);
  }
  return faults;
}

/** Of every track, what lies in the file is one stretch of what lay there before. */
async function judgeBytes(before: ReadFilm, after: ReadFilm): Promise<string[]> {
  const faults: string[] = [];
  const played = (film: ReadFilm) =>
    film.streams.filter(isShown).filter(({ codec_type: type }) => type !== 'subtitle');
  const unused = played(before);
  for (const now of played(after)) {
    const at = unused.findIndex(
      ({ codec_type, tags }) =>
        codec_type === now.codec_type && (tags?.['language'] ?? 'und') === (now.tags?.['language'] ?? 'und'),
    );
    const [old] = unused.splice(at, 1);
    if (!old) continue;
    const hashes = (film: ReadFilm, stream: number) =>
      film.packets.filter(({ stream: of }) => of === stream).map(({ hash }) => hash);
    const isPcm = now.codec_name.startsWith('pcm');
    const isSame = isPcm
      ? (await bytesOf(before.file, old.index)).includes(await bytesOf(after.file, now.index))
      : hashes(before, old.index).join(' ').includes(hashes(after, now.index).join(' '));
    if (!isSame)
      faults.push(
        `${now.codec_type} ${String(now.index)}: samples that the film had not, or not in that order`,
      );
  }
  return faults;
}

function judgeSound(
  before: ReadFilm,
  after: ReadFilm,
  start: number,
  end: number,
): { faults: string[]; error: number } {
  const faults: string[] = [];
  let error = 0;
  const old = [...before.waves.values()];
  for (const [at, wave] of [...after.waves.values()].entries()) {
    const source = old[at];
    if (!source) continue;
    const from = Math.round(SOUND_EDGE_SECONDS * SOUND_RATE);
    const origin = Math.round(start * SOUND_RATE);
    const to = Math.min(wave.length, Math.round((end - start) * SOUND_RATE), source.length - origin) - from;
    if (to - from < 0.1 * SOUND_RATE) continue;
    const { lag, likeness } = bestLag(wave, source, { from, to, origin });
    if (likeness < LEAST_LIKENESS)
      faults.push(`sound ${String(at)} is another one (likeness ${likeness.toFixed(2)})`);
    error = Math.max(error, Math.abs(lag));
    if (Math.abs(lag) > MAX_SOUND_SECONDS)
      faults.push(`sound ${String(at)} is ${(lag * 1000).toFixed(1)} ms beside the picture`);
  }
  return { faults, error };
}

/** By how much a stretch of one wave must be moved to be most like another one. */
function bestLag(
  wave: Int16Array,
  source: Int16Array,
  { from, to, origin }: { from: number; to: number; origin: number },
): { lag: number; likeness: number } {
  const reach = Math.round(SEARCHED_SECONDS * SOUND_RATE);
  let best = { lag: 0, likeness: -1 };
  for (let shift = -reach; shift <= reach; shift++) {
    let [product, one, other] = [0, 0, 0];
    for (let index = from; index < to; index += 3) {
      const a = wave[index] ?? 0;
      const b = source[origin + index + shift] ?? 0;
      product += a * b;
      one += a * a;
      other += b * b;
    }
    const likeness = one === 0 && other === 0 ? 1 : product / Math.sqrt(one * other || 1);
    if (likeness > best.likeness || (likeness === best.likeness && shift === 0))
      best = { lag: shift / SOUND_RATE, likeness };
  }
  return best;
}
