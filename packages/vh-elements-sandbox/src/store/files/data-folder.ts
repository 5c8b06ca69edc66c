import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../database/storage-failure.ts';
import { syncFolder } from './durable.ts';

export const DATABASE = 'sandbox.db';
/** The folders of files; the database is beside them. */
export const FOLDERS = ['extents', 'pictures', 'assets', 'live', 'live-thumbnails'];
/** Begins the name of a folder whose files are on their way out. */
const DISCARDED = 'discarded-';
/** Begins the name of a folder in which a state is put together. */
const COPY = 'copy-';

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
    this.#finishReplacing();
    for (const name of readdirSync(this.root))
      if (name.startsWith(COPY)) rmSync(path.join(this.root, name), { recursive: true, force: true });
  }

  get database(): string {
    return path.join(this.root, DATABASE);
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

  /** A new folder beside the others, for a state that is put together. */
  newFolder(): string {
    const folder = path.join(this.root, COPY + randomUUID());
    for (const name of FOLDERS) mkdirSync(path.join(folder, name), { recursive: true });
    return folder;
  }

  /**
   * Puts a whole state, with its database, in the place of this one, which nothing may have open. A sudden end leaves
   * the one or the other: what was begun is finished by the next start.
   */
  replace(folder: string): void {
    renameSync(folder, this.#next);
    this.#finishReplacing();
    this.#makeFolders();
  }

  get #next(): string {
    return path.join(this.root, 'next');
  }

  #finishReplacing(): void {
    const next = this.#next;
    if (existsSync(path.join(next, DATABASE))) {
      const gone = path.join(this.root, DISCARDED + randomUUID());
      mkdirSync(gone);
      for (const name of FOLDERS.filter((one) => existsSync(path.join(next, one)))) {
        if (existsSync(path.join(this.root, name)))
          renameSync(path.join(this.root, name), path.join(gone, name));
        renameSync(path.join(next, name), path.join(this.root, name));
      }
      for (const end of ['-wal', '-shm']) rmSync(this.database + end, { force: true });
      // Last: from here on the state is the new one.
      renameSync(path.join(next, DATABASE), this.database);
    }
    rmSync(next, { recursive: true, force: true });
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
