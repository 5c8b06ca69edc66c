import { asRecording, FilmFrames, loadExtras, type FileInfo, type Upload } from '../../../../upload/index.ts';
import { drawPicture } from '../../page/draw-picture.ts';

/** Pixels of the longer side. */
const SIDE_PX = 320;

/** What can be copied. */
export type Copied = 'link' | 'code';

/** One stored film: what was copied of it, and its picture. */
export class SharedFilm {
  readonly #onChange: () => void;
  readonly #abort = new AbortController();
  #said: 'linkCopied' | 'codeCopied' | 'notCopied' | undefined;
  #isCodeShown = false;
  #picture: HTMLCanvasElement | undefined;
  #isPictured = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** What became of the last copy, as the key of its text. */
  get said(): 'linkCopied' | 'codeCopied' | 'notCopied' | undefined {
    return this.#said;
  }

  /** True once the browser has refused to copy the code: it stands in a field then. */
  get isCodeShown(): boolean {
    return this.#isCodeShown;
  }

  get picture(): HTMLCanvasElement | undefined {
    return this.#picture;
  }

  /** Copies a text. Resolves with false where the browser refuses it. */
  async copy(what: Copied, text: string): Promise<boolean> {
    this.#set(undefined);
    try {
      await navigator.clipboard.writeText(text);
      this.#set(what === 'link' ? 'linkCopied' : 'codeCopied');
      return true;
    } catch {
      this.#isCodeShown ||= what === 'code';
      this.#set('notCopied');
      return false;
    }
  }

  /** Makes the picture that viewers will see, once; none of a film that this browser cannot show, or of another file. */
  async show({ chosenFile, details }: Upload, info: FileInfo | undefined): Promise<void> {
    if (this.#isPictured || !info) return;
    this.#isPictured = true;
    const { poster } = details ?? {};
    if (poster && !('time' in poster)) return;
    const bitmap = await makePicture(chosenFile, info, poster?.time, this.#abort.signal);
    if (bitmap && !this.#abort.signal.aborted) {
      this.#picture = drawPicture(bitmap, 'share-picture');
      this.#onChange();
    }
    bitmap?.close();
  }

  /** Called when the film has left the list. */
  end(): void {
    this.#abort.abort();
  }

  #set(said: 'linkCopied' | 'codeCopied' | 'notCopied' | undefined): void {
    if (this.#abort.signal.aborted) return;
    this.#said = said;
    this.#onChange();
  }
}

async function makePicture(
  file: File,
  info: FileInfo,
  time: number | undefined,
  signal: AbortSignal,
): Promise<ImageBitmap | undefined> {
  const recorded = time === undefined ? await asRecording(file)?.picture : undefined;
  if (recorded || info.videoCodec === undefined) return recorded;
  if (time === undefined) return (await loadExtras())?.posterFrame(file, info, { signal, side: SIDE_PX });
  const film = await FilmFrames.open(file, info, signal);
  try {
    return await film?.frame(time, SIDE_PX);
  } finally {
    film?.close();
  }
}
