import { mkdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './durable.ts';

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
    for (const folder of [this.root, this.extents, this.pictures, this.#assets])
      mkdirSync(folder, { recursive: true });
  }

  get database(): string {
    return path.join(this.root, 'sandbox.db');
  }

  extent(file: string): string {
    return path.join(this.extents, file);
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
    await remove(this.extents, keep.extents);
    await remove(this.#assets, keep.videos);
    await remove(this.pictures, keep.pictures);
    if (failure instanceof Error) throw failure;
  }
}
