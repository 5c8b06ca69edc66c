import { changeDetails } from '../../client/change-details.ts';
import type { BackendCredentials } from '../../core/config.ts';
import { isVhError } from '../../core/errors/vh-error.ts';
import { Store } from '../../core/store.ts';
import {
  DETAILS_LIMITS,
  findDetailsFault,
  splitTags,
  type AuthoredDetails,
  type DetailsChange,
  type VideoDetails,
} from '../../core/wire/author/video-details.ts';
import type { UploadState } from '../ports/upload-state.ts';
import type { Upload } from '../upload.ts';
import type { DetailsMemory, TypedDetails } from './details-memory.ts';

/** The fields that an author fills in. */
export type DetailsField = keyof TypedDetails;

/**
 * What became of the author's words. `kept`: the page has them, and no backend. `waiting`: there is no video yet.
 * `failed`: another try may help. `refused`: the site does not allow it.
 */
export type DetailsSaving = 'none' | 'kept' | 'waiting' | 'saving' | 'saved' | 'failed' | 'refused';

/** The state of one film's details. */
export interface AuthorDetailsState {
  readonly typed: TypedDetails;
  /** The fields that cannot be saved as they are; the others are. */
  readonly faults: readonly DetailsField[];
  readonly saving: DetailsSaving;
}

/** An upload as its details know it. */
export type DescribedUpload = Pick<Upload, 'store' | 'details' | 'videoId' | 'claim'>;

/** The page backend that saves. */
export interface DetailsTarget {
  readonly backend: string;
  readonly credentials?: BackendCredentials | undefined;
}

/** What the service has of the video `id`. */
interface StoredDetails {
  readonly id: string | undefined;
  readonly details: DetailsChange;
}

/** The surroundings of one film's details. */
export interface AuthorDetailsOptions {
  /** The name of the film before its author names it. */
  name: string;
  /** The page backend that saves; undefined where there is none. */
  backend: () => DetailsTarget | undefined;
  /** Remembers for a later visit; undefined where the page remembers nothing. */
  memory: DetailsMemory | undefined;
  /** Called when the author has paused in a change. */
  onCommit: (details: VideoDetails) => void;
  save?: typeof changeDetails;
}

/** Milliseconds without a key after which a change is saved. */
const PAUSE_MS = 800;

/**
 * What the author of a film says of it, while it is sent and afterwards. Saved without a button: a moment after the last key, as
 * soon as there is a video, and again for another video where the service has lost the first. One request at a time.
 */
export class AuthorDetails {
  readonly store: Store<AuthorDetailsState>;
  readonly #upload: DescribedUpload;
  readonly #options: AuthorDetailsOptions;
  readonly #save: typeof changeDetails;
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasTyped = false;
  #isSaving = false;

  constructor(upload: DescribedUpload, options: AuthorDetailsOptions) {
    this.#upload = upload;
    this.#options = options;
    this.#save = options.save ?? changeDetails;
    const { details } = upload;
    const typed = isWhole(details) ? toTyped(details) : { ...EMPTY, title: proposeTitle(options.name) };
    this.store = new Store<AuthorDetailsState>({ typed, faults: faultsOf(typed), saving: 'none' });
    this.#hasTyped = isWhole(details);
    this.#write(typed);
    const { signal } = this.#abort;
    upload.store.subscribe((state) => this.#follow(state), { signal });
    if (typeof window !== 'undefined') {
      addEventListener('online', () => this.store.state.saving === 'failed' && this.flush(), { signal });
      document.addEventListener('visibilitychange', () => document.hidden && this.flush(), { signal });
    }
    this.#follow(upload.store.state);
  }

  /** True while closing the page would lose words of the author. */
  get isUnsaved(): boolean {
    const { saving } = this.store.state;
    if (this.#timer !== undefined) return this.#options.backend() !== undefined;
    return saving === 'saving' || saving === 'failed';
  }

  /** Takes what the author has typed so far. */
  type(change: Partial<TypedDetails>): void {
    const typed = { ...this.store.state.typed, ...change };
    this.#hasTyped = true;
    this.#write(typed);
    this.#set({ typed, faults: faultsOf(typed), saving: 'none' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Takes what the page has put into its own fields: saved with the author's first words. */
  propose(fields: TypedDetails['fields']): void {
    const typed = { ...this.store.state.typed, fields };
    if (JSON.stringify(typed) === JSON.stringify(this.store.state.typed)) return;
    this.#write(typed);
    this.#set({ typed, faults: faultsOf(typed) });
  }

  /** Saves now what is not saved: the author has left the field, or wants another try. */
  flush(): void {
    const isChanged = this.#timer !== undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (isChanged) {
      this.#remember();
      this.#options.onCommit(toDetails(this.store.state.typed));
    }
    void this.#saveAll();
  }

  /** Called when the owner is removed: what was typed is saved, and stays with the upload. */
  end(): void {
    if (this.#timer !== undefined) this.flush();
    this.#abort.abort();
  }

  get #stored(): StoredDetails {
    return storedOf.get(this.#upload) ?? NOTHING;
  }

  /** There may be a video now, another one, or all of it. */
  #follow({ status }: UploadState): void {
    const { videoId } = this.#upload;
    if (videoId === undefined) return;
    if (videoId !== this.#stored.id) {
      storedOf.set(this.#upload, { ...NOTHING, id: videoId });
      if (!this.#hasTyped) this.#recall(videoId);
      if (this.#hasTyped) this.#remember();
      if (this.#hasTyped && this.#timer === undefined) void this.#saveAll();
    }
    if (!isStored(status)) return;
    // The name that is proposed is the title, where the author leaves it so.
    if (!this.#hasTyped && this.store.state.saving === 'none') void this.#saveAll();
    this.#forgetSaved();
  }

  /** Where the page and the next element find it. */
  #write(typed: TypedDetails): void {
    this.#upload.details = { ...this.#upload.details, ...toDetails(typed) };
  }

  #recall(videoId: string): void {
    const typed = this.#options.memory?.read(videoId);
    if (!typed) return;
    this.#hasTyped = true;
    this.#write(typed);
    this.#set({ typed, faults: faultsOf(typed), saving: 'none' });
  }

  #remember(): void {
    const { videoId } = this.#upload;
    if (videoId !== undefined) this.#options.memory?.write(videoId, this.store.state.typed);
  }

  /** No later visit shows the video again. */
  #forgetSaved(): void {
    const { id } = this.#stored;
    if (id !== undefined && this.store.state.saving === 'saved') this.#options.memory?.forget(id);
  }

  async #saveAll(): Promise<void> {
    // It looks again at its end.
    if (this.#isSaving) return;
    const target = this.#options.backend();
    if (!target) return this.#set({ saving: 'kept' });
    const { videoId } = this.#upload;
    if (videoId === undefined) return this.#set({ saving: 'waiting' });
    const change = this.#unsaved();
    if (!change) return this.#settle();
    this.#isSaving = true;
    this.#set({ saving: 'saving' });
    const { backend, credentials } = target;
    let saving: DetailsSaving = 'saved';
    try {
      const own = { videoId, claim: this.#upload.claim() };
      await this.#save(backend, own, change, { credentials });
      if (this.#stored.id === videoId)
        storedOf.set(this.#upload, { id: videoId, details: { ...this.#stored.details, ...change } });
    } catch (error) {
      saving = isRefusal(error) ? 'refused' : 'failed';
    }
    this.#isSaving = false;
    // The author has typed on: that is saved after its own pause.
    if (this.#timer !== undefined) return;
    if (saving === 'saved') return this.#saveAll();
    this.#set({ saving });
  }

  #settle(): void {
    this.#set({ saving: this.store.state.faults.length > 0 ? 'none' : 'saved' });
    if (isStored(this.#upload.store.state.status)) this.#forgetSaved();
  }

  /** What the service does not have, without what it could not take. */
  #unsaved(): DetailsChange | undefined {
    const { typed, faults } = this.store.state;
    const { details } = this.#stored;
    const entries = Object.entries(toDetails(typed)).filter(
      ([name, value]) =>
        !faults.includes(name as DetailsField) &&
        JSON.stringify(value) !== JSON.stringify(details[name as DetailsField]),
    );
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }

  #set(change: Partial<AuthorDetailsState>): void {
    this.store.set({ ...this.store.state, ...change });
  }
}

const EMPTY: TypedDetails = { title: '', description: '', tags: '', fields: {} };
/** A new video has a title of the service's or the site's, and nothing else. */
const NOTHING: StoredDetails = { id: undefined, details: { description: '', tags: [], fields: {} } };
/** An upload may be shown by one element after another: the next one knows what is saved. */
const storedOf = new WeakMap<DescribedUpload, StoredDetails>();

/** The title that a file's name proposes: without the kind of file, with spaces. */
export function proposeTitle(name: string): string {
  const plain = name
    .replace(/\.[A-Za-z0-9]{2,4}$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  return (plain || name).slice(0, DETAILS_LIMITS.title);
}

function toDetails({ title, description, tags, fields }: TypedDetails): VideoDetails {
  return { title: title.trim(), description, tags: splitTags(tags), fields };
}

const toTyped = ({ title, description, tags, fields }: VideoDetails): TypedDetails => ({
  ...{ title, description, fields, tags: tags.join(', ') },
});

const isWhole = (details: AuthoredDetails | undefined): details is AuthoredDetails & VideoDetails =>
  details?.title !== undefined;

function faultsOf(typed: TypedDetails): DetailsField[] {
  const details = toDetails(typed);
  return (['title', 'description', 'tags', 'fields'] as const).filter((name) =>
    findDetailsFault({ [name]: details[name] }),
  );
}

/** True once the service has every byte. */
export const isStored = (status: UploadState['status']): boolean =>
  status === 'processing' || status === 'stored' || status === 'playable';

/** Another try cannot help before the visitor or the site has done something. */
export function isRefusal(error: unknown): boolean {
  if (isVhError(error, 'details-unfit')) return true;
  if (!isVhError(error)) return false;
  const { status = 0 } = error;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
