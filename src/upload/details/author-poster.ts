import { changePoster } from '../../client/change-details.ts';
import { isVhError } from '../../core/errors/vh-error.ts';
import { Store } from '../../core/store.ts';
import { MAX_POSTER_BYTES } from '../../core/wire/author/poster-image.ts';
import type { FilmFrames } from '../inspect/film-frames.ts';
import {
  isRefusal,
  isStored,
  type DescribedUpload,
  type DetailsSaving,
  type DetailsTarget,
} from './author-details.ts';
import type { PosterMemory, PosterSource } from './poster-memory.ts';

/** Why a file cannot be the picture of a film. */
export type PosterProblem = 'notPicture' | 'tooSmall' | 'tooLarge';

/** The state of one film's picture. */
export interface AuthorPosterState {
  /** What was chosen; undefined while the service chooses. */
  readonly source: PosterSource | undefined;
  /** It, as it is sent. */
  readonly picture: Blob | undefined;
  /** `none` until something is chosen, and while a picture is made. */
  readonly saving: DetailsSaving;
  readonly problem: PosterProblem | undefined;
}

/** The surroundings of one film's picture. */
export interface AuthorPosterOptions {
  backend: () => DetailsTarget | undefined;
  /** Remembers for a later visit; undefined where the page remembers nothing. */
  memory?: Pick<PosterMemory, 'read' | 'write' | 'forget'> | undefined;
  /** Called when the choice of an earlier visit is there again. */
  onRecall?: (picture: Blob) => void;
  /** Called when another picture was chosen. */
  onChange: (source: PosterSource, picture: Blob) => void;
  save?: typeof changePoster;
}

/** Pixels of the longer side: as large as a full-HD screen shows it. */
const SIDE_PX = 1920;
/** Pixels of the shorter side: less is no picture of anything. */
const LEAST_SIDE_PX = 64;
/** Bytes of a file: decoding a larger one takes a browser's memory. */
const MAX_FILE_BYTES = 50 * 2 ** 20;
const QUALITIES = [0.9, 0.75, 0.5] as const;

/**
 * The picture that shows before a film plays, by its author: sent as soon as there is a video, and again for another video where
 * the service has lost the first.
 */
export class AuthorPoster {
  readonly store: Store<AuthorPosterState>;
  readonly #upload: DescribedUpload;
  readonly #options: AuthorPosterOptions;
  readonly #save: typeof changePoster;
  readonly #abort = new AbortController();
  /** The last choice: a slower one before it does not come after it. */
  #choice = 0;
  #isSaving = false;
  /** The video whose picture the memory was asked for, and the one for which it has the present picture. */
  #recalled: string | undefined;
  #remembered: string | undefined;
  /** One after the other: what is forgotten must not be written after that. */
  #memorizing: Promise<unknown> = Promise.resolve();

  constructor(upload: DescribedUpload, options: AuthorPosterOptions) {
    this.#upload = upload;
    this.#options = options;
    this.#save = options.save ?? changePoster;
    const { source, picture } = chosenFor.get(upload) ?? NOTHING;
    this.store = new Store<AuthorPosterState>({ source, picture, saving: 'none', problem: undefined });
    const { signal } = this.#abort;
    upload.store.subscribe(() => this.#follow(), { signal });
    if (typeof window !== 'undefined')
      addEventListener('online', () => this.store.state.saving === 'failed' && this.send(), { signal });
    this.#follow();
  }

  /** True while closing the page would lose the author's choice. */
  get isUnsaved(): boolean {
    const { saving } = this.store.state;
    return saving === 'saving' || saving === 'failed';
  }

  /** Takes the picture of a moment. */
  async chooseMoment(film: FilmFrames, time: number): Promise<void> {
    const choice = this.#begin();
    const picture = await film.frame(time, SIDE_PX);
    await this.#take(choice, picture, { time });
  }

  /** Takes a picture of the author's own. */
  async chooseFile(file: File): Promise<void> {
    const choice = this.#begin();
    if (file.size > MAX_FILE_BYTES) return this.#refuse(choice, 'tooLarge');
    const picture = await createImageBitmap(file).catch(() => undefined);
    const side = picture && Math.min(picture.width, picture.height);
    if (side !== undefined && side < LEAST_SIDE_PX) {
      picture?.close();
      return this.#refuse(choice, 'tooSmall');
    }
    await this.#take(choice, picture, { name: file.name });
  }

  /** Sends what the service does not have: again after a failure. */
  send(): void {
    void this.#sendChosen();
  }

  /** Called when the owner is removed: the choice stays with the upload. */
  end(): void {
    this.#choice++;
    this.#abort.abort();
  }

  #begin(): number {
    this.#set({ problem: undefined });
    return ++this.#choice;
  }

  #refuse(choice: number, problem: PosterProblem): void {
    if (choice === this.#choice) this.#set({ problem });
  }

  async #take(choice: number, bitmap: ImageBitmap | undefined, source: PosterSource): Promise<void> {
    const picture = bitmap && (await encode(bitmap));
    bitmap?.close();
    if (choice !== this.#choice) return;
    if (!picture) return this.#set({ problem: 'notPicture' });
    this.#adopt({ source, picture, id: undefined });
    this.#remembered = undefined;
    this.#remember();
    this.#options.onChange(source, picture);
    this.send();
  }

  #adopt(chosen: Chosen & { source: PosterSource }): void {
    const { source, picture } = chosen;
    chosenFor.set(this.#upload, chosen);
    this.#upload.details = { ...this.#upload.details, poster: source };
    this.#set({ source, picture, saving: 'none' });
  }

  /** There may be a video now, another one, or all of it. */
  #follow(): void {
    const { id, picture } = chosenFor.get(this.#upload) ?? NOTHING;
    const { videoId } = this.#upload;
    if (videoId === undefined) return;
    if (!picture) return void this.#recall(videoId);
    this.#remember();
    const isWaiting = this.store.state.saving === 'waiting' || id !== undefined;
    if (isWaiting && videoId !== id) this.send();
  }

  /** Looks once whether an earlier visit has left a choice: one that is made meanwhile goes first. */
  async #recall(videoId: string): Promise<void> {
    const { memory, onRecall } = this.#options;
    if (!memory || this.#recalled === videoId || this.#choice > 0) return;
    this.#recalled = videoId;
    const found = await memory.read(videoId);
    if (!found || this.#choice > 0 || videoId !== this.#upload.videoId) return;
    const { source, picture, isSaved } = found;
    this.#remembered = videoId;
    this.#adopt({ source, picture, id: isSaved ? videoId : undefined });
    onRecall?.(picture);
    this.send();
  }

  /** Keeps the choice for a later visit, until no later visit shows the video again. */
  #remember(): void {
    const { memory } = this.#options;
    const { videoId, store } = this.#upload;
    const { source, picture, id } = chosenFor.get(this.#upload) ?? NOTHING;
    if (!memory || videoId === undefined || !source || !picture) return;
    const { status } = store.state;
    const isSaved = id === videoId;
    const isOver = isStored(status) && (isSaved || this.store.state.saving === 'kept');
    if (isOver || status === 'cancelled') {
      if (this.#remembered === undefined) return;
      this.#remembered = undefined;
      this.#memorize(() => memory.forget(videoId));
    } else if (this.#remembered !== videoId && !isStored(status)) {
      this.#remembered = videoId;
      this.#memorize(() => memory.write(videoId, { source, picture, isSaved }));
    }
  }

  #memorize(work: () => Promise<void>): void {
    this.#memorizing = this.#memorizing.then(work).catch(() => {});
  }

  async #sendChosen(): Promise<void> {
    const chosen = chosenFor.get(this.#upload);
    // It looks again at its end.
    if (!chosen?.picture || this.#isSaving) return;
    const target = this.#options.backend();
    if (!target) return this.#set({ saving: 'kept' });
    const { videoId } = this.#upload;
    if (videoId === undefined) return this.#set({ saving: 'waiting' });
    if (videoId === chosen.id) return this.#set({ saving: 'saved' });
    this.#isSaving = true;
    this.#set({ saving: 'saving' });
    const { backend, credentials } = target;
    let saving: DetailsSaving = 'saved';
    try {
      await this.#save(backend, { videoId, claim: this.#upload.claim() }, chosen.picture, { credentials });
      if (chosenFor.get(this.#upload) === chosen) {
        chosenFor.set(this.#upload, { ...chosen, id: videoId });
        // Once more, now as one that the service has.
        if (this.#remembered === videoId && !isStored(this.#upload.store.state.status))
          this.#remembered = undefined;
        this.#remember();
      }
    } catch (error) {
      saving = isRefusal(error) || isVhError(error, 'poster-unfit') ? 'refused' : 'failed';
    }
    this.#isSaving = false;
    const isLast = chosenFor.get(this.#upload)?.picture === chosen.picture;
    if (saving === 'saved' || !isLast) return this.#sendChosen();
    this.#set({ saving });
  }

  #set(change: Partial<AuthorPosterState>): void {
    this.store.set({ ...this.store.state, ...change });
  }
}

/** A choice, and the video whose picture it is at the service. */
interface Chosen {
  readonly source: PosterSource | undefined;
  readonly picture: Blob | undefined;
  readonly id: string | undefined;
}

const NOTHING: Chosen = { source: undefined, picture: undefined, id: undefined };
/** An upload may be shown by one element after another: the next one knows what was chosen, and sent. */
const chosenFor = new WeakMap<DescribedUpload, Chosen>();

/** A JPEG picture of a size that the service takes; undefined where the browser makes none. */
async function encode(bitmap: ImageBitmap): Promise<Blob | undefined> {
  const scale = Math.min(1, SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const across = Math.max(1, Math.round(bitmap.width * scale));
  const down = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(across, down);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // A JPEG has no holes: through those of a drawing, black would be seen.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, across, down);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, across, down);
  for (const quality of QUALITIES) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality }).catch(() => undefined);
    if (picture && picture.size <= MAX_POSTER_BYTES) return picture;
  }
  return undefined;
}
