import type { VideoStatus } from '../../core/wire/video-status.ts';
import { hashOf } from '../crypto/claim-signer.ts';
import { readStatus, type StatusSource } from '../service/status.ts';
import type { BackendState } from '../state/backend-state.ts';

/** Seconds: the service deletes a video that has stayed empty for so long itself. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;
/** Grants may spend what viewings leave of the account's rate. */
const purpose = 'uploads';

/** The videos that this backend has made for an upload: an uploader gives back one that has stayed empty. */
export class EmptyVideos {
  readonly #source: StatusSource;
  readonly #state: BackendState;

  constructor(source: StatusSource, state: BackendState) {
    this.#source = source;
    this.#state = state;
  }

  /** Notes a video that the backend has just made. One that the site made is the site's to delete. */
  async noteMade(videoId: string): Promise<void> {
    await this.#state.swap(await keyOf(videoId), undefined, videoId, KEPT_SECONDS);
  }

  /** Deletes a video that is noted and that the service has no byte of. False when it stays. */
  async discard(videoId: string): Promise<boolean> {
    if ((await this.#state.get(await keyOf(videoId))) !== videoId) return false;
    const { service, endUpload } = this.#source;
    // First: no part may arrive between the question and the deletion.
    await endUpload(videoId);
    const status = await readStatus(this.#source, videoId, purpose);
    if (status && !isEmpty(status)) return false;
    if (status) await service.json({ method: 'DELETE', path: ['videos', { id: videoId }], purpose });
    return true;
  }
}

function isEmpty({ ingest, encoding }: VideoStatus): boolean {
  if (encoding.playable || encoding.qualities.length > 0) return false;
  return ingest === null || (ingest.status === 'missing' && ingest.receivedBytes.length === 0);
}

function keyOf(videoId: string): Promise<string> {
  return hashOf('made by a grant', videoId);
}
