import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A file with its bytes, or a folder with its entries. */
export type DiskNode = Buffer | Map<string, DiskNode>;

/** What a power cut leaves of a folder: bytes of files and entries of folders as they were synced last. */
export class DurableDisk {
  readonly #root: string;
  readonly #files = new Map<string, Buffer>();
  /** Of each folder, its entries: names, and the key of the file or folder that has each. */
  readonly #folders = new Map<string, Map<string, string>>();

  /** All that is there counts as synced; databases are the caller's. */
  constructor(root: string) {
    this.#root = root;
    this.#takeAll(root);
  }

  /** A file or a folder has been synced. */
  sync(place: string): void {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) this.#takeFolder(place);
    else if (found) this.#files.set(keyOf(place), readFileSync(place));
  }

  /** The folder as a power cut leaves it now. A file whose bytes were not synced is empty. */
  image(): DiskNode {
    return this.#nodeOf(keyOf(this.#root));
  }

  #nodeOf(key: string): DiskNode {
    const entries = this.#folders.get(key);
    if (!entries) return this.#files.get(key) ?? Buffer.alloc(0);
    return new Map([...entries].map(([name, inner]) => [name, this.#nodeOf(inner)]));
  }

  #takeAll(folder: string): void {
    this.#takeFolder(folder);
    for (const name of namesIn(folder)) {
      const place = path.join(folder, name);
      if (statSync(place).isDirectory()) this.#takeAll(place);
      else this.sync(place);
    }
  }

  #takeFolder(folder: string): void {
    const entries = namesIn(folder).map((name) => {
      const place = path.join(folder, name);
      const key = keyOf(place);
      // A folder that was never synced is empty, and no file.
      if (statSync(place).isDirectory() && !this.#folders.has(key)) this.#folders.set(key, new Map());
      return [name, key] as const;
    });
    this.#folders.set(keyOf(folder), new Map(entries));
  }
}

/** The present files, synced or not. */
export function presentDisk(place: string): DiskNode {
  if (!statSync(place).isDirectory()) return readFileSync(place);
  return new Map(namesIn(place).map((name) => [name, presentDisk(path.join(place, name))]));
}

/** A disk that wrote some of the unsynced data: of each difference, `isKept` decides. */
export function mixDisks(durable: DiskNode, present: DiskNode, isKept: () => boolean): DiskNode {
  if (durable instanceof Map && present instanceof Map) {
    const mixed = new Map<string, DiskNode>();
    for (const name of new Set([...durable.keys(), ...present.keys()])) {
      const [before, now] = [durable.get(name), present.get(name)];
      if (before && now) mixed.set(name, mixDisks(before, now, isKept));
      else if (now && isKept()) mixed.set(name, mixDisks(emptied(now), now, isKept));
      else if (before && !isKept()) mixed.set(name, before);
    }
    return mixed;
  }
  if (Buffer.isBuffer(durable) && Buffer.isBuffer(present) && durable.equals(present)) return durable;
  return isKept() ? present : durable;
}

/** Makes a folder of it. */
export function writeDisk(node: DiskNode, place: string): void {
  if (Buffer.isBuffer(node)) {
    writeFileSync(place, node, { mode: 0o600 });
    return;
  }
  mkdirSync(place, { recursive: true });
  for (const [name, inner] of node) writeDisk(inner, path.join(place, name));
}

function emptied(node: DiskNode): DiskNode {
  return Buffer.isBuffer(node) ? Buffer.alloc(0) : new Map<string, DiskNode>();
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !/\.db(-\w+)?$/.test(name));
}

/** The same file under any name; a number that is used again has another time of birth. */
function keyOf(place: string): string {
  const { ino, birthtimeNs } = statSync(place, { bigint: true });
  return `${String(ino)} ${String(birthtimeNs)}`;
}
