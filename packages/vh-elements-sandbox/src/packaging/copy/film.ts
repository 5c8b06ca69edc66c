import {
  ADTS,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type InputAudioTrack,
  type InputFormat,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { extentsSource, type StoredFile } from '../extents-source.ts';

/** The formats that a source may have. HLS is none of them: a playlist names other files. */
const FORMATS: InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

/** One track of a film: its packets begin and end at these moments of the film. */
interface Extent {
  start: number;
  end: number;
}

/**
 * A source that is open for reading: the one picture and the one sound that are packaged of it. The moments of a film
 * count from its own beginning, whatever the clock of its container says.
 */
export class Film {
  readonly mimeType: string;
  readonly picture: (Extent & { track: InputVideoTrack }) | undefined;
  readonly sound: (Extent & { track: InputAudioTrack }) | undefined;
  /** Where the film begins on its container's clock, in seconds. */
  readonly origin: number;
  readonly #input: Input;

  private constructor(input: Input, mimeType: string, picture: Film['picture'], sound: Film['sound']) {
    this.#input = input;
    this.mimeType = mimeType;
    this.origin = originOf(picture?.start, sound?.start);
    const move = ({ start, end }: Extent) => ({ start: start - this.origin, end: end - this.origin });
    this.picture = picture && { ...picture, ...move(picture) };
    this.sound = sound && { ...sound, ...move(sound) };
  }

  /** `onRead` is called whenever some of it has been read. */
  static async open(files: readonly StoredFile[], onRead?: () => void): Promise<Film> {
    const input = new Input({ formats: FORMATS, source: extentsSource(files, onRead) });
    try {
      const { mimeType } = await input.getFormat();
      const isKnown = async (track: InputTrack) => (await track.getCodec()) !== null;
      // Covers and other tracks in unknown encodings count only where there is nothing else.
      const picture =
        (await input.getPrimaryVideoTrack({ filter: isKnown })) ?? (await input.getPrimaryVideoTrack());
      const sound =
        (await input.getPrimaryAudioTrack({ filter: isKnown })) ?? (await input.getPrimaryAudioTrack());
      return new Film(
        input,
        mimeType,
        picture ? { track: picture, ...(await extentOf(picture)) } : undefined,
        sound ? { track: sound, ...(await extentOf(sound)) } : undefined,
      );
    } catch (error) {
      input.dispose();
      throw error;
    }
  }

  /** How long it lasts, in seconds. */
  get seconds(): number {
    return Math.max(0, this.picture?.end ?? 0, this.sound?.end ?? 0);
  }

  close(): void {
    this.#input.dispose();
  }
}

async function extentOf(track: InputTrack): Promise<Extent> {
  return { start: await track.getFirstTimestamp(), end: await track.computeDuration() };
}

/**
 * The film begins with its first picture or its first sound. Sound from before zero only warms its decoder up; pictures
 * from before zero are what others are made from, and a copy has to show them.
 */
function originOf(picture: number | undefined, sound: number | undefined): number {
  const heard = sound === undefined ? Infinity : Math.max(0, sound);
  const origin = Math.min(picture ?? Infinity, heard);
  return Number.isFinite(origin) ? origin : 0;
}
