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
  /** Answers of 503: the store was late. The grant may have been counted. */
  late: number;
  /** Milliseconds: the first and the last wave, each with its beginning and its end. */
  first: [began: number, ended: number];
  last: [began: number, ended: number];
}

/** Questions of one wave that are under way together: so many files a page sends, and not a whole selection. */
const AT_ONCE = 8;

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
    const statuses: number[] = [];
    let next = 0;
    const lane = async () => {
      for (let file = next++; file < asks; file = next++) {
        const key = `upload-of-a-file-${String(number)}-${String(file)}`;
        statuses.push(await site.grant(visitor, key));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const time: [number, number] = [start, performance.now()];
    const byVisitor = results.get(site.name);
    const known = byVisitor?.get(visitor) ?? { granted: 0, refused: 0, late: 0, first: time, last: time };
    for (const status of statuses) {
      if (status === 201) known.granted++;
      else if (status === 429) known.refused++;
      else if (status === 503) known.late++;
      else throw new Error(`${site.name} answered ${String(status)}.`);
    }
    if (time[0] < known.first[0]) known.first = time;
    if (time[0] > known.last[0]) known.last = time;
    byVisitor?.set(visitor, known);
  };
  const sent: Promise<void>[] = [];
  for (const wave of waves.toSorted((one, other) => one.at - other.at)) {
    await wait(Math.max(0, began + wave.at * 1000 - performance.now()));
    for (const site of sites) sent.push(send(site, wave));
  }
  await Promise.all(sent);
  return results;
}

/** Waves of a visitor who asks for more than there is: all at once, then every so often until the end, and once more. */
export function steadyWaves(
  visitor: string,
  { burst, perWave, every, seconds }: { burst: number; perWave: number; every: number; seconds: number },
): Wave[] {
  const count = Math.floor(seconds / every);
  const between = Array.from({ length: count }, (_, at) => ({
    at: (at + 1) * every,
    visitor,
    asks: perWave,
  }));
  return [
    { at: 0, visitor, asks: burst },
    ...between,
    { at: seconds + every / 2, visitor, asks: 4 * perWave },
  ];
}

/** Waves of a visitor who asks for more than there is, goes away until the limit is whole again, and comes back. */
export function returningWaves(
  visitor: string,
  { burst, seconds }: { burst: number; seconds: number },
): Wave[] {
  return [0, seconds].map((at) => ({ at, visitor, asks: burst }));
}
