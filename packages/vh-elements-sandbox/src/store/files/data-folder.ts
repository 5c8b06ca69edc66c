import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../database/storage-failure.ts';
import { syncFolder } from './durable.ts';

/** The folders of files; the database is beside them. */
const FOLDERS = ['extents', 'pictures', 'assets', 'live', 'live-thumbnails'];
/** Begins the name of a folder whose files are on their way out. */
const DISCARDED = 'discarded-';

/** Where everything is kept: the database, the uploaded bytes, and what packaging makes of them. */
export class DataFolder {
  readonly root: string;
  /** Uploaded bytes, one file an extent, under names that we choose. */
  readonly extents: string;
  /** Logos and watermarks, under names that we choose. */
  readonly pictures: string;
  readonly #assets: string;

  constructor(root: string) {
    this.root = path.resolve(root);
    this.extents = path.join(this.root, 'extents');
    this.pictures = path.join(this.root, 'pictures');
    this.#assets = path.join(this.root, 'assets');
    this.#makeFolders();
  }

  get database(): string {
    return path.join(this.root, 'sandbox.db');
  }

  extent(file: string): string {
    return path.join(this.extents, file);
  }

  /** Whether its folders can be found: a disk may be gone, or a folder deleted by hand. */
  isThere(): boolean {
    return [this.extents, this.pictures, this.#assets].every((folder) => existsSync(folder));
  }

  /** How many bytes an extent has; fewer than none when it is not there. */
  sizeOfExtent(file: string): number {
    return statSync(this.extent(file), { throwIfNoEntry: false })?.size ?? -1;
  }

  picture(file: string): string {
    return path.join(this.pictures, file);
  }

  /** The folder of a video's served files; `videoId` must be one that the database knows. */
  assets(videoId: string, ...rest: string[]): string {
    return path.join(this.#assets, videoId, ...rest);
  }

  /** Makes sure that the names of new extents survive a power cut. */
  syncExtents(): Promise<void> {
    return syncFolder(this.extents);
  }

  /** Takes all files away at once; they are deleted in the background, or at the next start. */
  empty(log: (line: string) => void): void {
    const gone = path.join(this.root, DISCARDED + randomUUID());
    mkdirSync(gone);
    for (const name of FOLDERS) {
      try {
        renameSync(path.join(this.root, name), path.join(gone, name));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    this.#makeFolders();
    rm(gone, { recursive: true, force: true }).catch((error: unknown) => {
      log(`deleting old files failed: ${String(error)}`);
    });
  }

  #makeFolders(): void {
    for (const folder of [this.root, this.extents, this.pictures, this.#assets])
      mkdirSync(folder, { recursive: true });
  }

  /** Removes what a sudden end left behind and nothing refers to. */
  async sweep(keep: {
    extents: ReadonlySet<string>;
    videos: ReadonlySet<string>;
    pictures: ReadonlySet<string>;
  }): Promise<void> {
    const remove = async (folder: string, kept: ReadonlySet<string>) => {
      const names = (await readdir(folder)).filter((name) => !kept.has(name));
      for (const name of names) {
        // One that cannot be removed keeps none of the others.
        await rm(path.join(folder, name), { recursive: true, force: true }).catch((error: unknown) => {
          failure ??= error;
        });
      }
    };
    let failure: unknown;
    const discarded = (await readdir(this.root)).filter((name) => name.startsWith(DISCARDED));
    for (const name of discarded) await rm(path.join(this.root, name), { recursive: true, force: true });
    await remove(this.extents, keep.extents);
    await remove(this.#assets, keep.videos);
    await remove(this.pictures, keep.pictures);
    if (failure instanceof Error) throw failure;
  }
}
