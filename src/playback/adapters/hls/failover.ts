import type Hls from 'hls.js';
import type { ErrorData } from 'hls.js';

/** Failures in a row of one host. The first may be a single file, or a moment. */
const MAX_FAILURES = 2;

/**
 * Goes over to another host of a stream that has several, by redundant renditions or by content steering. Alone
 * hls.js first repeats each request for as long as it would with one host, and tries every rendition of that host.
 * `reported` receives the reason.
 */
export function failOver(hls: Hls, library: typeof Hls, reported: (data: ErrorData) => void): void {
  const { Events } = library;
  let failures = 0;
  for (const name of [Events.FRAG_LOADED, Events.LEVEL_LOADED] as const) hls.on(name, () => (failures = 0));
  hls.on(Events.ERROR, (_event, data) => {
    const { pathways } = hls;
    if (pathways.length < 2 || !isOfHost(data) || ++failures < MAX_FAILURES) return;
    failures = 0;
    reported(data);
    const present = hls.levels[hls.loadLevel]?.pathwayId ?? '';
    const order = hls.pathwayPriority ?? pathways;
    // The one that failed comes last: where all fail, each has its turn.
    hls.pathwayPriority = [...order.filter((id) => id !== present), present];
  });
}

function isOfHost({ type, fatal }: ErrorData): boolean {
  const kind: string = type;
  return !fatal && kind === 'networkError';
}
