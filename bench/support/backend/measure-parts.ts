import { cpus } from 'node:os';
import { saveFigures } from '../bench-results.ts';
import { InstantService } from '../../../test/support/backend/instant-service.ts';
import {
  offerLoad,
  steadyWaves,
  type Offered,
  type Wave,
} from '../../../test/backend/state/support/offer-load.ts';
import { SiteOnStore } from './site-on-store.ts';
import { median } from '../median.ts';

const BENCH = 'several-servers';
const PROCESSES = 4;
/** Grants at once of one visitor, and seconds until all of them are back. */
const BURST = 60;
const WINDOW_S = 60;
/** Grants at once of all visitors whom the site does not name; so many come back in a minute. */
const SHARED = 2_000;
const MOST_OFF = 0.01;

type Sites = readonly [memory: SiteOnStore, redis: SiteOnStore, postgres: SiteOnStore];

/** Starts one process in memory, and so many on a Redis and on a Postgres. */
async function withSites(count: number, work: (sites: Sites, service: InstantService) => Promise<void>) {
  const service = await InstantService.start();
  const sites = [
    await SiteOnStore.start(service, 1),
    await SiteOnStore.start(service, count, 'redis'),
    await SiteOnStore.start(service, count, 'postgres'),
  ] as const;
  try {
    await work(sites, service);
  } finally {
    await Promise.all(sites.map((site) => site.end()));
    await service.end();
  }
}

/** The parts of the bench beside its faults. Each returns whether it missed. */
export const PARTS: Readonly<Record<string, () => Promise<boolean>>> = {
  limits: measureLimits,
  goodput: measureGoodput,
  overhead: measureOverhead,
};

/**
 * Grants at the limits of eight visitors who ask on and on, of one who comes back when the limit is whole again, and of all
 * without a name. Each is compared with what the limit says for the time from the first grant to the last.
 */
async function measureLimits(): Promise<boolean> {
  let isMissed = false;
  await withSites(PROCESSES, async (sites) => {
    const load = { burst: BURST + 12, perWave: 3, seconds: WINDOW_S };
    const visitors = Array.from({ length: 8 }, (_, at) => `visitor-${String(at)}`);
    const waves = visitors.flatMap((visitor, at) =>
      steadyWaves(visitor, { ...load, every: at % 2 === 0 ? 1 : 0.7, from: 2 * at }),
    );
    isMissed = await compareSites(sites, 'grants of eight visitors at their limits', waves, BURST);
    const unnamed = steadyWaves('', { burst: SHARED + 300, perWave: 60, every: 1, seconds: 10 });
    const whose = 'grants of all visitors without a name at their limit';
    isMissed = (await compareSites(sites, whose, unnamed, SHARED)) || isMissed;
  });
  return isMissed;
}

async function compareSites(
  sites: Sites,
  whose: string,
  waves: readonly Wave[],
  perMinute: number,
): Promise<boolean> {
  const results = await offerLoad(sites, waves);
  const ratios = sites.map(({ name }) => {
    const all = [...(results.get(name)?.values() ?? [])];
    const sum = (what: (one: Offered) => number) => all.reduce((total, one) => total + what(one), 0);
    const granted = sum((one) => one.granted);
    const meant = sum(({ grants: [first, last] }) => perMinute + ((last - first) / 60_000) * perMinute);
    const refused = sum((one) => one.refused);
    return { name, granted, refused, off: granted / meant - 1, late: sum((one) => one.late) };
  });
  if (ratios.some(({ refused }) => refused === 0)) {
    process.stdout.write(`NOT MEASURED: ${whose}: this machine is too slow to reach the limit.\n`);
    return false;
  }
  const figure = ratios
    .map(
      ({ name, granted, off, late }) =>
        `${name} ${granted.toLocaleString('en')} (${signed(off * 100)} %)` +
        (late > 0 ? `, ${String(late)} refusals by 503` : ''),
    )
    .join('; ');
  const one = ratios[0]?.off ?? NaN;
  const isMissed = !ratios.every(({ off }) => Math.abs(off - one) <= MOST_OFF);
  process.stdout.write(`${isMissed ? 'MISSED: ' : ''}${whose}: ${figure}\n`);
  saveFigures(BENCH, {
    [`${whose}, one process in memory beside four on a store; in brackets beside what the limit says`]:
      figure,
  });
  return isMissed;
}

const GOODPUT_S = 8;
const VISITORS = 48;

/** Grants in a second, by one process and by four on the same store, in turns. */
async function measureGoodput(): Promise<boolean> {
  const service = await InstantService.start();
  try {
    for (const store of ['redis', 'postgres'] as const) {
      const rates: Record<number, number[]> = { 1: [], [PROCESSES]: [] };
      for (let round = 0; round < 3; round++) {
        for (const count of [1, PROCESSES]) {
          const site = await SiteOnStore.start(service, count, store);
          await grantsWithin(site, 1);
          rates[count]?.push((await grantsWithin(site, GOODPUT_S)) / GOODPUT_S);
          await site.end();
        }
      }
      const [one, four] = [median(rates[1] ?? []), median(rates[PROCESSES] ?? [])];
      const figure =
        `${one.toFixed(0)} by one, ${four.toFixed(0)} by four: ${(four / one).toFixed(1)} times, on ` +
        `${String(cpus().length)} cores that they share with the store, the service and the visitors`;
      const what = `grants a second of processes on one ${store === 'redis' ? 'Redis' : 'Postgres'}`;
      process.stdout.write(`${what}: ${figure}\n`);
      saveFigures(BENCH, { [what]: figure });
    }
  } finally {
    await service.end();
  }
  return false;
}

/** Visitors who ask for one grant after the other, each with a name that has some left. */
async function grantsWithin(site: SiteOnStore, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let [granted, asked] = [0, 0];
  const visitor = async () => {
    for (let number = asked++; performance.now() < end; number = asked++) {
      const name = `visitor-${String(number)}`;
      const status = await site.grant(name, `upload-of-${name}`);
      if (status === 201) granted++;
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return granted;
}

const ROUNDS = 9;
const GRANTS = 120;

/** Milliseconds of a grant by one process, one at a time: in memory, on Redis, on Postgres, in turns. */
async function measureOverhead(): Promise<boolean> {
  await withSites(1, async (sites) => {
    const medians = sites.map((): number[] => []);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [at, site] of sites.entries()) {
        const times: number[] = [];
        for (let number = 0; number < GRANTS; number++) {
          const name = `visitor-${String(round)}-${String(number)}`;
          const began = performance.now();
          await site.grant(name, `upload-of-${name}`);
          times.push(performance.now() - began);
        }
        // The first round warms them up.
        if (round > 0) medians[at]?.push(median(times));
      }
    }
    const [memory = 0, redis = 0, postgres = 0] = medians.map(median);
    const over = (ms: number) => `${ms.toFixed(2)} (${signed(ms - memory)})`;
    const figure = `memory ${memory.toFixed(2)}; Redis ${over(redis)}; Postgres ${over(postgres)}`;
    const what = 'a grant by one process on a store, one after the other: p50 in ms, and beside memory';
    process.stdout.write(`${what}: ${figure}\n`);
    saveFigures(BENCH, { [what]: figure });
  });
  return false;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}
