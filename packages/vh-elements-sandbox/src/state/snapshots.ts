import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../store/database/database.ts';
import { DATABASE, FOLDERS, type DataFolder } from '../store/files/data-folder.ts';
import { linkTree } from '../store/files/link-tree.ts';

/** A state that was kept under a name. */
export interface Snapshot {
  name: string;
  createdAt: number;
}

/** Letters, digits, dots, dashes and underscores; neither hidden nor a way out of the folder. */
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
/** The folder of unfinished packaging: the next run begins it again. */
const WORK = 'work';
/** Segments of broadcasts, which are useless later. */
const LIVE = 'live';
const ABOUT = 'snapshot.json';

/** States that were kept under a name. The files are shared with the present one, as far as they do not change. */
export class Snapshots {
  readonly #folder: DataFolder;

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  static isName(name: string): boolean {
    return NAME.test(name);
  }

  list(): Snapshot[] {
    if (!existsSync(this.#root)) return [];
    const names = readdirSync(this.#root).filter((name) => this.has(name));
    const all = names.map((name) => ({ name, createdAt: this.#createdAt(name) }));
    return all.sort((a, b) => a.createdAt - b.createdAt);
  }

  has(name: string): boolean {
    return NAME.test(name) && existsSync(path.join(this.#root, name, ABOUT));
  }

  /** Keeps the present state, in the place of an earlier one of that name. */
  take(name: string, database: Database): void {
    const made = this.copy(database);
    writeFileSync(path.join(made, ABOUT), JSON.stringify({ createdAt: database.now() }));
    mkdirSync(this.#root, { recursive: true });
    this.delete(name);
    renameSync(made, path.join(this.#root, name));
  }

  /** Puts the present state together a second time, in a folder of its own. */
  copy(database: Database): string {
    const made = this.#folder.newFolder();
    database.copyTo(path.join(made, DATABASE));
    link(this.#folder.root, made, growingFiles(database));
    return made;
  }

  /** Puts a kept state together, in a folder that can take the place of the present one. */
  prepare(name: string, open: (file: string) => Database): string {
    const kept = path.join(this.#root, name);
    const made = this.#folder.newFolder();
    linkTree(kept, made, { leavesOut: (one) => one !== DATABASE, isGrowing: () => true });
    const database = open(path.join(made, DATABASE));
    const growing = growingFiles(database);
    database.close();
    link(kept, made, growing);
    return made;
  }

  delete(name: string): void {
    rmSync(path.join(this.#root, name), { recursive: true, force: true });
  }

  get #root(): string {
    return path.join(this.#folder.root, 'snapshots');
  }

  #createdAt(name: string): number {
    const about = JSON.parse(readFileSync(path.join(this.#root, name, ABOUT), 'utf8')) as {
      createdAt: number;
    };
    return about.createdAt;
  }
}

function link(from: string, to: string, growing: ReadonlySet<string>): void {
  const rules = {
    leavesOut: (name: string) => name === WORK,
    isGrowing: (name: string) => growing.has(name),
  };
  for (const name of FOLDERS.filter((one) => one !== LIVE))
    linkTree(path.join(from, name), path.join(to, name), rules);
}

/** Files that are appended to: unfinished uploads, and recordings. */
function growingFiles(database: Database): Set<string> {
  const rows = database.all(
    'SELECT file FROM tus_uploads WHERE file IS NOT NULL UNION SELECT file FROM live_recordings',
  );
  return new Set(rows.map(({ file }) => String(file)));
}
