import type { Database, Row, Value } from '../database/database.ts';
import { newId } from '../database/id.ts';

/** The defaults of a theme; the service answers these too. */
export const THEME_DEFAULTS = {
  text: 'rgba(255, 255, 255, 1)',
  link: 'rgba(255, 255, 255, 1)',
  linkHover: 'rgba(255, 255, 255, 1)',
  linkActive: 'rgba(255, 255, 255, 1)',
  trackPlayed: 'rgba(88, 131, 255, .95)',
  trackUnplayed: 'rgba(255, 255, 255, .35)',
  trackBackground: 'rgba(255, 255, 255, .2)',
  backgroundTop: 'rgba(0, 0, 0, .7)',
  backgroundBottom: 'rgba(0, 0, 0, .7)',
  backgroundText: 'rgba(255, 255, 255, 1)',
  enableApi: true,
  enableControls: true,
  forceAutoplay: false,
  hideTitle: false,
  forceLoop: false,
} as const satisfies Record<string, string | boolean>;

/** The members of a theme that can be set, beside its name. */
export type Theme = { -readonly [Key in keyof typeof THEME_DEFAULTS]: string | boolean };

/** Changes to a theme: null goes back to the default. */
export type ThemeChanges = { [Key in keyof Theme]?: Theme[Key] | null };

/** The picture on a player, and where a click on it leads. */
export interface Logo {
  /** The name of the stored file. */
  file: string;
  type: string;
  link: string | null;
}

/** A player theme as it is kept. */
export interface Player {
  playerId: string;
  name: string | null;
  /** Complete: defaults where nothing was chosen. */
  theme: Theme;
  logo: Logo | undefined;
  createdAt: number;
  updatedAt: number;
}

/** Where player themes are kept. */
export class Players {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(name: string | null, changes: ThemeChanges): Player {
    const now = this.#database.now();
    const playerId = newId('pl');
    this.#database.run(
      'INSERT INTO players (id, name, chosen, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      playerId,
      name,
      JSON.stringify(choose({}, changes)),
      now,
      now,
    );
    return this.#existing(playerId);
  }

  get(playerId: string): Player | undefined {
    const row = this.#database.get('SELECT * FROM players WHERE id = ?', playerId);
    return row && toPlayer(row);
  }

  /** Changes the given fields; a `name` of undefined keeps the present one. */
  update(playerId: string, name: string | null | undefined, changes: ThemeChanges): Player {
    const row = this.#database.get('SELECT name, chosen FROM players WHERE id = ?', playerId);
    const chosen = choose(JSON.parse(String(row?.['chosen'])) as ThemeChanges, changes);
    const kept = name === undefined ? (row?.['name'] ?? null) : name;
    this.#set(playerId, 'name = ?, chosen = ?', kept, JSON.stringify(chosen));
    return this.#existing(playerId);
  }

  /** Puts a logo, or takes it away, and returns the file that nothing refers to any more. */
  setLogo(playerId: string, logo: Logo | undefined): string | undefined {
    const before = this.get(playerId)?.logo?.file;
    const { file = null, type = null, link = null } = logo ?? {};
    this.#set(playerId, 'logo_file = ?, logo_type = ?, logo_link = ?', file, type, link);
    return before;
  }

  delete(playerId: string): void {
    this.#database.run('DELETE FROM players WHERE id = ?', playerId);
  }

  list(
    sort: { column: string; order: 'asc' | 'desc' },
    page: { pageSize: number; offset: number },
  ): { players: Player[]; total: number } {
    const total = Number(this.#database.get('SELECT count(*) AS n FROM players')?.['n']);
    const rows = this.#database.all(
      `SELECT * FROM players ORDER BY ${sort.column} ${sort.order}, seq ${sort.order} LIMIT ? OFFSET ?`,
      page.pageSize,
      page.offset,
    );
    return { players: rows.map(toPlayer), total };
  }

  /** Every logo file that something refers to. */
  files(): string[] {
    const rows = this.#database.all('SELECT logo_file FROM players WHERE logo_file IS NOT NULL');
    return rows.map((row) => String(row['logo_file']));
  }

  #set(playerId: string, assignments: string, ...values: Value[]): void {
    this.#database.run(
      `UPDATE players SET ${assignments}, updated_at = ? WHERE id = ?`,
      ...values,
      this.#database.now(),
      playerId,
    );
  }

  #existing(playerId: string): Player {
    const player = this.get(playerId);
    if (!player) throw new Error('the player is gone');
    return player;
  }
}

/** The set members with the changes; members back at their default are dropped. */
function choose(chosen: ThemeChanges, changes: ThemeChanges): ThemeChanges {
  const entries = Object.entries({ ...chosen, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function toPlayer(row: Row): Player {
  const file = row['logo_file'];
  return {
    playerId: String(row['id']),
    name: row['name'] === null ? null : String(row['name']),
    theme: { ...THEME_DEFAULTS, ...(JSON.parse(String(row['chosen'])) as Partial<Theme>) },
    logo:
      typeof file === 'string'
        ? {
            file,
            type: String(row['logo_type']),
            link: row['logo_link'] === null ? null : String(row['logo_link']),
          }
        : undefined,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  };
}
