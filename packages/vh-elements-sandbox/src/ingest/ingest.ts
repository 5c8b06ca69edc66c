import { discardFile, type ReceivedFile } from '../http/body/receive-file.ts';
import { Problem } from '../http/problem.ts';
import type { Limits } from '../common/limits.ts';
import type { DataFolder } from '../store/files/data-folder.ts';
import type { Database } from '../store/database/database.ts';
import type { Encodings } from '../store/media/encodings.ts';
import type { Extent, Source, SourceForm, Sources } from '../store/media/sources.ts';
import type { Videos } from '../store/media/videos.ts';
import type { ContentRange } from './headers/content-range.ts';
import { checkRange } from './headers/range-rules.ts';

/** The services that an ingest uses. */
export interface IngestNeeds {
  database: Database;
  folder: DataFolder;
  videos: Videos;
  sources: Sources;
  encodings: Encodings;
  limits: Limits;
  /** Called for every video whose last byte is stored. */
  onComplete: (videoId: string) => void;
}

/** The result for a file: taken, there before, or taken while others of its video turned out to be lost. */
interface Taken {
  kind: 'taken' | 'repeated' | 'lost';
  /** Whether the video's source is whole. */
  complete: boolean;
}

/** Takes received files into videos: one transaction decides, and only after it does anybody answer. */
export class Ingest {
  readonly #needs: IngestNeeds;

  constructor(needs: IngestNeeds) {
    this.#needs = needs;
  }

  /**
   * Takes one request's file as the whole source or a piece of it. `find` says which video it belongs to and may
   * make that video: it runs inside the transaction, so that a piece that is refused makes none.
   */
  async accept(
    file: ReceivedFile,
    range: ContentRange | undefined,
    find: () => string,
  ): Promise<{ videoId: string; complete: boolean }> {
    const { database, folder, onComplete } = this.#needs;
    let outcome: Taken & { videoId: string };
    try {
      await folder.syncExtents();
      outcome = database.transaction(() => {
        const videoId = find();
        return { videoId, ...this.#take(videoId, file, range) };
      });
    } catch (error) {
      await discardFile(folder.extents, file.stored);
      throw error;
    }
    if (outcome.kind === 'repeated') await discardFile(folder.extents, file.stored);
    else if (outcome.complete) onComplete(outcome.videoId);
    // Said only now: the client must first see in the status which ones to send again.
    if (outcome.kind === 'lost') throw new Problem('source-bytes-lost', { name: 'file' });
    return outcome;
  }

  /** Marks a video as being uploaded by tus. Call it inside a transaction. */
  beginTus(videoId: string, length: number | undefined): void {
    const { sources } = this.#needs;
    const source = sources.get(videoId);
    if (source) checkOpen(source);
    this.checkSize(length ?? 0, 'Upload-Length');
    if (source && source.form !== 'tus')
      throw new Problem('video-content-range-already-initiated', { name: 'videoId' });
    sources.put(videoId, { form: 'tus', total: length, complete: false });
  }

  /** Takes files that are complete already, in order, as a video's source. Call it inside a transaction. */
  adopt(videoId: string, files: readonly { file: string; size: number }[]): void {
    const total = files.reduce((sum, { size }) => sum + size, 0);
    this.beginTus(videoId, total);
    const extents = files.map(({ file, size }, position) => ({ position, size, sha256: null, file }));
    this.complete(videoId, 'tus', extents);
  }

  /** Gives a video its whole source, checked by the caller. Call it inside a transaction. */
  complete(videoId: string, form: SourceForm, extents: readonly Extent[]): void {
    const { sources, encodings, videos } = this.#needs;
    const total = extents.reduce((sum, { size }) => sum + size, 0);
    sources.put(videoId, { form, total, complete: true });
    for (const extent of extents) sources.addExtent(videoId, extent);
    encodings.put(videoId, { state: 'waiting', reason: undefined, probe: undefined });
    videos.touch(videoId);
  }

  /** Gives a video the source of another one. Call it inside a transaction. */
  clone(from: string, to: string): void {
    const { sources, encodings } = this.#needs;
    const extents = sources.extents(from);
    if (!sources.get(from)?.complete) throw new Problem('invalid-attribute', { name: 'source' });
    const total = extents.reduce((sum, { size }) => sum + size, 0);
    sources.put(to, { form: 'clone', total, complete: true });
    sources.copyExtents(from, to);
    encodings.put(to, { state: 'waiting', reason: undefined, probe: undefined });
  }

  /** Throws the problem of a source that is larger than a video may be. */
  checkSize(size: number, name: string): void {
    if (size > this.#needs.limits.sourceBytes) throw new Problem('uploaded-file-too-large', { name });
  }

  #take(videoId: string, file: ReceivedFile, range: ContentRange | undefined): Taken {
    const { sources, encodings, videos, limits } = this.#needs;
    const source = sources.get(videoId);
    const extents = sources.extents(videoId);
    const position = positionOf(range);
    if (limits.extensions && source && isRepeat(source, extents, range, file)) {
      const before = extents.find((one) => one.position === position);
      if (!before || this.#isStored(before)) return { kind: 'repeated', complete: source.complete };
      sources.replaceFile(videoId, position, file.stored);
      return { kind: 'taken', complete: source.complete };
    }
    checkForm(source, range);
    this.checkSize(
      extents.reduce((sum, { size }) => sum + size, file.size),
      'file',
    );
    const total = range
      ? checkRange(range, file.size, { total: source?.total, extents, smallest: limits.partBytes })
      : undefined;
    const extent: Extent = { position, size: file.size, sha256: file.sha256, file: file.stored };
    const isLast = !range || isComplete(range, total, [...extents, extent]);
    // Looked at once, before they become a video.
    const lost = isLast ? extents.filter((one) => !this.#isStored(one)) : [];
    const complete = isLast && lost.length === 0;
    sources.put(videoId, { form: range?.form ?? 'whole', total, complete });
    sources.addExtent(videoId, extent);
    for (const one of lost) sources.removeExtent(videoId, one.position);
    if (complete) encodings.put(videoId, { state: 'waiting', reason: undefined, probe: undefined });
    videos.touch(videoId);
    return { kind: lost.length > 0 ? 'lost' : 'taken', complete };
  }

  /** True when an extent's file matches its record: a database may outlive its files. */
  #isStored({ file, size }: Extent): boolean {
    return this.#needs.folder.sizeOfExtent(file) === size;
  }
}

function positionOf(range: ContentRange | undefined): number {
  if (!range) return 0;
  return range.form === 'parts' ? range.part : range.from;
}

/** The extension that lets a client repeat a request whose answer was lost: the same bytes in the same place. */
function isRepeat(
  source: Source,
  extents: readonly Extent[],
  range: ContentRange | undefined,
  file: ReceivedFile,
): boolean {
  if (source.form !== (range?.form ?? 'whole')) return false;
  if (range?.total !== undefined && source.total !== undefined && range.total !== source.total) return false;
  const position = positionOf(range);
  return extents.some(
    (one) => one.position === position && one.size === file.size && one.sha256 === file.sha256,
  );
}

/** A video has one source; one that is fetched or copied takes no upload, whether it has come already or not. */
function checkOpen({ form, complete }: Source): void {
  const name = 'videoId';
  if (form === 'url') throw new Problem('video-source-already-downloaded', { name });
  if (form === 'clone') throw new Problem('video-source-already-copied', { name });
  if (complete) throw new Problem('video-source-already-uploaded', { name });
}

function checkForm(source: Source | undefined, range: ContentRange | undefined): void {
  if (!source) return;
  const name = 'Content-Range';
  checkOpen(source);
  if (source.form === 'tus') throw new Problem('video-source-already-uploaded', { name: 'videoId' });
  if (!range) throw new Problem('video-content-range-already-initiated', { name });
  if (source.form === 'parts' && range.form === 'bytes') {
    throw new Problem('video-content-range-started-with-part', { name });
  }
  if (source.form === 'bytes' && range.form === 'parts') {
    throw new Problem('video-content-range-started-with-bytes', { name });
  }
}

function isComplete(range: ContentRange, total: number | undefined, extents: readonly Extent[]): boolean {
  if (total === undefined) return false;
  const arrived = range.form === 'parts' ? extents.length : extents.reduce((sum, { size }) => sum + size, 0);
  return arrived === total;
}
