import { seededRandom } from '../../../../support/seeded-random.ts';
import type { Shape } from '../slow-line.ts';
import { hasUploader, PAGES, PART, type PagePath } from './navigation-site.ts';

/** A change of page. */
export type Move =
  | { kind: 'link'; to: PagePath }
  | { kind: 'reload' | 'back' | 'forward' }
  /** The tab is closed, and then the site is opened in a new one. */
  | { kind: 'closed'; to: PagePath }
  /** A second tab of the site is opened, and the first one closed. */
  | { kind: 'other tab'; to: PagePath };

/** A change of page once this share of the file has arrived since the page came. */
export type TimedMove = Move & { after: number };

/** How the next page comes by the file. */
export interface NavigationMode {
  /** How a person gives it: dropped, as a real file of the disk; or chosen in the dialog. */
  gives: 'drop' | 'choose';
  /** Attributes of the uploader. */
  attributes: string;
  /** True where a service worker goes on between two pages. */
  hasWorker: boolean;
}

export const MODES = {
  handles: { gives: 'drop', attributes: '', hasWorker: false },
  kept: { gives: 'choose', attributes: 'keep-files="200MB"', hasWorker: false },
  worker: { gives: 'choose', attributes: '', hasWorker: true },
} as const satisfies Record<string, NavigationMode>;
export type ModeName = keyof typeof MODES;
export const MODE_NAMES = Object.keys(MODES) as ModeName[];

/** One visit of the site: an upload, and its changes of page. */
export interface NavigationPlan {
  seed: number;
  mode: ModeName;
  size: number;
  /** True where the page names its visitor: another tab may go on then. */
  hasSubject: boolean;
  shape: Shape;
  moves: readonly TimedMove[];
}

const KINDS = ['link', 'link', 'link', 'reload', 'back', 'forward', 'closed', 'other tab'] as const;

/** The plan of a seed: always the same. */
export function planNavigations(seed: number, modes: readonly ModeName[] = MODE_NAMES): NavigationPlan {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const mode = modes[seed % modes.length] ?? 'handles';
  // One to five megabytes, the last part of which is seldom full.
  const size = 4 * PART + below(16 * PART);
  // Of each connection. Where a copy is kept, it should be whole before the film is stored: else no page would find one.
  const speed = 80_000 + below(320_000);
  const moves = Array.from({ length: 1 + below(8) }, (): TimedMove => {
    const kind = pick(KINDS);
    // At once, before the page has begun to send, every fourth time.
    const after = below(4) === 0 ? 0 : 0.3 * random();
    // Half of all pages have an uploader; a tab is rather opened at one.
    if (kind === 'link') return { kind, to: pick(PAGES), after };
    if (kind === 'closed' || kind === 'other tab')
      return { kind, to: pick(PAGES.filter(hasUploader)), after };
    return { kind, after };
  });
  return {
    ...{ seed, mode, size, moves },
    hasSubject: below(2) === 0,
    shape: { rtt: 2 + below(60), speed: mode === 'kept' ? speed / 4 : speed, resetEach: 0, seed },
  };
}
