import type { CaptionSource } from '../../../src/captions/tracks/caption-tracks.ts';

type Mode = CaptionSource['mode'];

/** A list of text tracks as far as captions see one. Like a browser's, it says `change` later, and once for many. */
export class FakeSources extends EventTarget implements Iterable<CaptionSource> {
  readonly tracks: CaptionSource[] = [];
  #changed = false;

  [Symbol.iterator](): Iterator<CaptionSource> {
    return this.tracks[Symbol.iterator]();
  }

  add(language: string, options: { label?: string; kind?: string; mode?: Mode } = {}): CaptionSource {
    let mode: Mode = options.mode ?? 'disabled';
    const notice = () => {
      this.#changed = true;
    };
    const track: CaptionSource = {
      kind: options.kind ?? 'captions',
      language,
      label: options.label ?? '',
      get mode() {
        return mode;
      },
      set mode(next) {
        mode = next;
        notice();
      },
    };
    this.tracks.push(track);
    this.dispatchEvent(new Event('addtrack'));
    return track;
  }

  remove(track: CaptionSource): void {
    this.tracks.splice(this.tracks.indexOf(track), 1);
    this.dispatchEvent(new Event('removetrack'));
  }

  /** Says `change`, and again for as long as saying it changes anything; throws when that has no end. */
  settle(): number {
    for (let times = 0; times < 20; times++) {
      if (!this.#changed) return times;
      this.#changed = false;
      this.dispatchEvent(new Event('change'));
    }
    throw new RangeError('Two masters change the modes for ever.');
  }

  get showing(): string[] {
    return this.tracks.filter(({ mode }) => mode === 'showing').map(({ language }) => language);
  }
}
