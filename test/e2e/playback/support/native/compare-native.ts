import '../../../../../src/define/vh-player.ts';
import type { Difference } from './difference.ts';
import { KEPT } from './kept-differences.ts';
import { ADDRESSES, Subject, type MediaUnderTest, type Snapshot } from './subject.ts';

/** How long two elements may take to become alike, in milliseconds. */
const LIMIT_MS = 9_000;

/** What a comparison has shown. */
export interface Comparison {
  /** The first ones that no `KeptDifference` covers. */
  differences: readonly Difference[];
  /** Names of those that do. */
  kept: readonly string[];
}

/**
 * Does the same steps to a `<video>` and to a `<vh-player>`; the first differences end it. With `bare` before them, the
 * `<video>` has its own default of `preload`.
 */
export async function compareNative(given: string): Promise<Comparison> {
  const isBare = given.startsWith('bare ');
  const steps = given.replace(/^bare /, '');
  const kept = new Set<string>();
  const isOdd = (difference: Difference) => {
    const cover = KEPT.find(({ covers }) =>
      covers({ ...difference, after: (isBare ? 'bare ' : '') + difference.after }),
    );
    if (cover) kept.add(cover.name);
    return !cover;
  };
  const box = document.createElement('div');
  box.className = 'pair';
  document.body.append(box);
  const all = steps.split(' ');
  const own = 'without-memory without-pause-others';
  // Attributes before the first other step are the element's markup.
  const length = all.findIndex((step) => !/^[a-z-]+=/.test(step));
  const markup = all.slice(0, length).map(asMarkup).join(' ');
  // The player's own default.
  const preload = isBare || markup.includes('preload=') ? '' : 'preload="none"';
  const [native, ours] = [
    `<video ${markup} ${preload}></video>`,
    `<vh-player ${markup} ${own}></vh-player>`,
  ].map((html) => new Subject(made(html), box)) as [Subject, Subject];
  try {
    const differences = await run(all.slice(0, length), all.slice(length), { native, ours, isOdd });
    return { differences, kept: [...kept] };
  } finally {
    for (const { element } of [native, ours]) {
      element.pause();
      element.removeAttribute('src');
    }
    box.remove();
  }
}

function made(html: string): MediaUnderTest {
  const body = document.createElement('body');
  body.innerHTML = html;
  const element = body.querySelector<MediaUnderTest>('video, vh-player');
  if (!element) throw new TypeError('The markup has no media element.');
  element.remove();
  return element;
}

/** An attribute with the address for its name. */
function asMarkup(step: string): string {
  const [name = '', value = ''] = step.split('=');
  return `${name}="${name === 'src' ? (ADDRESSES[value] ?? '') : value}"`;
}

interface Pair {
  native: Subject;
  ours: Subject;
  isOdd: (difference: Difference) => boolean;
}

async function run(begun: readonly string[], steps: readonly string[], pair: Pair): Promise<Difference[]> {
  const { native, ours } = pair;
  for (const [index, step] of steps.entries()) {
    const after = [...begun, ...steps.slice(0, index + 1)].join(' ');
    let differences: Difference[];
    if (step === 'tick') {
      await new Promise((resolve) => setTimeout(resolve));
      continue;
    } else if (step === 'settle') {
      differences = await settle(pair, after);
      for (const subject of [native, ours]) subject.look();
    } else {
      const thrown = [native.do(step), ours.do(step)];
      differences = differ(
        { ...native.present, throws: thrown[0] },
        { ...ours.present, throws: thrown[1] },
        after,
      ).filter(pair.isOdd);
    }
    if (differences.length > 0) return differences;
  }
  return [];
}

/** Waits for the `<video>`, then for the player to be like it. */
async function settle({ native, ours, isOdd }: Pair, after: string): Promise<Difference[]> {
  const endsAt = performance.now() + LIMIT_MS;
  let differences: Difference[] = [];
  for (let now = performance.now(); now < endsAt; now = performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    // A `<video>` that waits without an end, such as for a source, has settled, too.
    if (!native.isSettled && performance.now() < endsAt - LIMIT_MS / 3) continue;
    differences = differ(native.settled, ours.settled, after);
    // Many are over a moment later.
    const isOver = differences.length === 0 || performance.now() > endsAt - LIMIT_MS / 4;
    if (isOver) differences = differences.filter(isOdd);
    if (differences.length === 0) return [];
  }
  return differences;
}

function differ(native: Snapshot, player: Snapshot, after: string): Difference[] {
  return Object.keys(native)
    .filter((member) => !alike(native[member], player[member]))
    .map((member) => ({ after, member, native: native[member], player: player[member] }));
}

function alike(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) < 0.4) return true;
  return Object.is(one, other);
}
