import { readRecord } from '../../core/wire/read-json.ts';
import type { CaptionStyleMemory } from './caption-style-memory.ts';
import { readStyle, type CaptionStyle } from './caption-style.ts';

/** A window that may have players of its own, and the origin that it should have. */
export interface Neighbour {
  readonly window: Pick<Window, 'postMessage'>;
  readonly origin: string;
}

/** The page as frames use it to share a style. */
export interface FrameEnvironment {
  readonly messages: Pick<EventTarget, 'addEventListener'>;
  /** The page around this one, and the pages in its frames, as far as their origins are among those. */
  readonly neighbours: (origins: readonly string[]) => readonly Neighbour[];
}

/** The subject of a message. */
const ABOUT = 'vh-caption-style';

/**
 * Keeps the style of captions the same in this page, the page around it and its frames, as far as their origins are among
 * `origins`, until the signal aborts. No other origin receives the viewer's choice: it may reveal a disability. What comes by
 * message is not stored here, for the other side has it; a page that has none yet takes what the others offer.
 */
export function shareAcrossFrames(
  memory: CaptionStyleMemory,
  {
    origins,
    environment = pageEnvironment(),
  }: { origins: readonly string[]; environment?: FrameEnvironment },
  signal: AbortSignal,
): void {
  const isEmpty = () => Object.keys(memory.store.state).length === 0;
  const send = ({ window: other, origin }: Neighbour, type: 'ask' | 'offer' | 'change') => {
    const style: CaptionStyle = memory.store.state;
    other.postMessage({ about: ABOUT, type, ...(type !== 'ask' && { style }) }, origin);
  };
  const reportAll = (type: 'ask' | 'offer' | 'change') => {
    for (const neighbour of environment.neighbours(origins)) send(neighbour, type);
  };
  const take = (event: Event) => {
    const { source, origin, data } = event as MessageEvent<unknown>;
    const message = readRecord(data);
    if (message?.['about'] !== ABOUT || !origins.includes(origin)) return;
    const neighbour = environment.neighbours([origin]).find((one) => one.window === source);
    if (!neighbour) return;
    const { type, style } = message;
    if (type === 'ask' && !isEmpty()) send(neighbour, 'offer');
    else if (type === 'change' || (type === 'offer' && isEmpty())) memory.show(readStyle(style));
  };
  environment.messages.addEventListener('message', take, { signal });
  memory.store.subscribe(() => reportAll('change'), { signal });
  reportAll(isEmpty() ? 'ask' : 'offer');
}

/** The origins that a page names: whole ones, and never all. */
export function readOrigins(named: string | readonly string[]): string[] {
  const all = typeof named === 'string' ? named.split(/\s+/) : named;
  return all.filter((one) => URL.canParse(one) && new URL(one).origin === one && one !== 'null');
}

function pageEnvironment(): FrameEnvironment {
  return {
    messages: window,
    neighbours: (origins) => [...around(origins), ...within(origins)],
  };
}

/** The page around this one. Where browsers name its origin, no message goes to another one. */
function around(origins: readonly string[]): Neighbour[] {
  const { parent } = window;
  if (parent === window) return [];
  const { ancestorOrigins } = location as Partial<Location>;
  const known = ancestorOrigins?.[0];
  const possible = known === undefined ? origins : origins.filter((origin) => origin === known);
  return possible.map((origin) => ({ window: parent, origin }));
}

function within(origins: readonly string[]): Neighbour[] {
  return [...document.querySelectorAll('iframe')].flatMap(({ contentWindow, src }) => {
    const origin = URL.canParse(src) ? new URL(src).origin : '';
    return contentWindow && origins.includes(origin) ? [{ window: contentWindow, origin }] : [];
  });
}
