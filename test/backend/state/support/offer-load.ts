import { setTimeout as wait } from 'node:timers/promises';

/** What one visitor asks for at one moment. */
export interface Wave {
  /** Seconds after the beginning. */
  at: number;
  visitor: string;
  asks: number;
}

/** A site that is asked. */
export interface AskedSite {
  name: string;
  /** The status of an answer to `POST /grants`. */
  grant: (visitor: string, idempotencyKey: string) => Promise<number>;
}

/** What one visitor got of a site. */
export interface Offered {
  granted: number;
  refused: number;
  /** Answers of 503 and the like: the store was late, say. The grant may have been counted. */
  late: number;
  /** Milliseconds: the first and the last wave, each with its beginning and its end. */
  first: [began: number, ended: number];
  last: [began: number, ended: number];
  /** Milliseconds: when the first and the last grant came. */
  grants: [first: number, last: number];
}

/** Questions of one wave that are under way together: so many files a page sends, and not a whole selection. */
const AT_ONCE = 4;
/** Milliseconds after which a visitor asks again whose answer was 503 or the like. */
const AGAIN_MS = 250;
const MAX_TRIES = 40;

/** Offers the same load to each of the sites at the same time. Returns by site and by visitor what they gave. */
export async function offerLoad(
  sites: readonly AskedSite[],
  waves: readonly Wave[],
): Promise<Map<string, Map<string, Offered>>> {
  const results = new Map(sites.map(({ name }) => [name, new Map<string, Offered>()]));
  const began = performance.now();
  let asked = 0;
  const send = async (site: AskedSite, { visitor, asks }: Wave) => {
    const [start, number] = [performance.now(), asked++];
    const byVisitor = results.get(site.name) ?? new Map<string, Offered>();
    const fresh: Offered = {
      ...{ granted: 0, refused: 0, late: 0, first: [start, Infinity], last: [start, Infinity] },
      grants: [Infinity, -Infinity],
    };
    const known = byVisitor.get(visitor) ?? fresh;
    byVisitor.set(visitor, known);
    let next = 0;
    const lane = async () => {
      for (let at = next++; at < asks; at = next++) {
        let status = 503;
        for (let tries = 0; status >= 500 && tries < MAX_TRIES; tries++) {
          if (tries > 0) await wait(AGAIN_MS);
          status = await site.grant(visitor, `upload-of-a-file-${String(number)}-${String(at)}`);
          note(known, status);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const time: [number, number] = [start, performance.now()];
    if (time[0] <= known.first[0]) known.first = time;
    if (time[0] >= known.last[0]) known.last = time;
  };
  const sent: Promise<void>[] = [];
  for (const wave of waves.toSorted((one, other) => one.at - other.at)) {
    await wait(Math.max(0, began + wave.at * 1000 - performance.now()));
    for (const site of sites) sent.push(send(site, wave));
  }
  await Promise.all(sent);
  return results;
}

function note(visitor: Offered, status: number): void {
  if (status === 201) {
    const now = performance.now();
    visitor.granted++;
    visitor.grants = [Math.min(visitor.grants[0], now), now];
  } else if (status === 429) visitor.refused++;
  else if (status >= 500) visitor.late++;
  else throw new Error(`A site answered ${String(status)}.`);
}

/** Waves of a visitor who asks for more than there is: all at once, then every so often until the end, and once more. */
export function steadyWaves(
  visitor: string,
  {
    burst,
    perWave,
    every,
    from = 0,
    seconds,
  }: Record<'burst' | 'perWave' | 'every' | 'seconds', number> & { from?: number },
): Wave[] {
  const count = Math.floor(seconds / every);
  const between = Array.from({ length: count }, (_, at) => ({
    at: from + (at + 1) * every,
    visitor,
    asks: perWave,
  }));
  return [
    { at: from, visitor, asks: burst },
    ...between,
    { at: from + seconds + every / 2, visitor, asks: 4 * perWave },
  ];
}
