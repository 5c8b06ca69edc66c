// npm run bench -- events [--parts bytes,hour,kills,frame] [--times 1] [--lanes 3] [--runs 9] [--packages mux-embed]: session
// events beside the official analytics package and mux-embed, in Chromium: bytes that come for them; the main thread in
// an hour of playback (a scripted video and clock); what a collector has of viewings that were closed, left, crashed, closed
// offline, or taken from the back/forward cache, after one later visit; the first frame with a collector that hangs,
// answers 10 MB, or redirects, over one that is well. Ten minutes give figures.
import { parseArgs } from 'node:util';
import { saveTable } from '../support/bench-results.ts';
import { KEEPS_PAGES, launchChromium } from '../../test/e2e/support/browser.ts';
import { makePlayStream } from '../support/playback/play-stream.ts';
import { DELAYS, ENDS, endViewing, type EndedViewing } from '../support/session/ends.ts';
import { firstFrameWith } from '../support/session/first-frame.ts';
import { playHour, type HourCost } from '../support/session/hour.ts';
import { PACKAGES, type PackageName } from '../../test/e2e/session/support/reporting/packages.ts';
import {
  ReportingSite,
  type CollectorMode,
} from '../../test/e2e/session/support/reporting/reporting-site.ts';
import { weigh } from '../support/session/weight.ts';
import { median } from '../support/median.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'bytes,hour,kills,frame' },
    times: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '3' },
    runs: { type: 'string', default: '9' },
    packages: { type: 'string', default: '' },
  },
});
const [times, lanes, runs] = [Number(values.times), Number(values.lanes), Number(values.runs)];
const wanted = values.packages.split(',').filter(Boolean);
const packages = PACKAGES.filter((name) => wanted.length === 0 || wanted.includes(name.replace(', ', ' ')));
const isWanted = (part: string) => values.parts.split(',').includes(part);

const stream = isWanted('frame') ? makePlayStream('.build/play-stream') : '';
const [site, browser] = await Promise.all([ReportingSite.open(stream), launchChromium(KEEPS_PAGES)]);
const of = { site, browser };
try {
  if (isWanted('bytes')) show('kB after gzip', { ...(await weigh(packages)) });
  if (isWanted('hour')) await hour();
  if (isWanted('kills')) await kills();
  if (isWanted('frame')) await frames();
} finally {
  await browser.close();
  site.close();
}

async function hour(): Promise<void> {
  const costs = new Map<PackageName | undefined, HourCost[]>();
  for (let round = 0; round < runs; round++)
    for (const name of [undefined, ...packages]) {
      const cost = await playHour({ ...of, seconds: 3_600 }, name);
      costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  const middle = (name: PackageName | undefined, part: keyof HourCost) =>
    median((costs.get(name) ?? []).map((cost) => cost[part]));
  const rows = packages.map((name) => [
    name,
    {
      'script, ms': Math.round(middle(name, 'script') - middle(undefined, 'script')),
      'main thread, ms': Math.round(middle(name, 'task') - middle(undefined, 'task')),
      'deliveries': middle(name, 'requests'),
      'kB sent': Math.round(middle(name, 'bytes') / 1000),
    },
  ]);
  show(
    `an hour of playback, more than a page without, medians of ${runs}`,
    Object.fromEntries(rows) as Table,
  );
}

async function kills(): Promise<void> {
  const plan = packages.flatMap((name) =>
    Array.from({ length: times * ENDS.length * DELAYS.length }, (_, seed) => ({ name, seed })),
  );
  const ended: { name: PackageName; end: string; result: EndedViewing }[] = [];
  const next = plan[Symbol.iterator]();
  const work = async () => {
    for (const { name, seed } of next) {
      const end = ENDS[seed % ENDS.length] ?? 'close';
      const delay = DELAYS[Math.floor(seed / ENDS.length) % DELAYS.length] ?? 0;
      ended.push({ name, end, result: await endViewing(of, name, { end, delay, seed }) });
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  const sum = (name: PackageName, part: keyof EndedViewing, end?: string) =>
    ended
      .filter((one) => one.name === name && (end === undefined || one.end === end))
      .reduce((total, { result }) => total + result[part], 0);
  const share = (name: PackageName, end?: string) =>
    `${((100 * sum(name, 'delivered', end)) / sum(name, 'happened', end)).toFixed(1)} %`;
  const rows = packages.map((name) => [
    name,
    {
      ...Object.fromEntries(ENDS.map((end) => [end, share(name, end)])),
      'all': share(name),
      'of events': sum(name, 'happened'),
      'sent again': sum(name, 'again'),
      'sessions': `${sum(name, 'sessions')} of ${times * ENDS.length * DELAYS.length} viewings`,
    },
  ]);
  show('delivered, by how the viewing ended', Object.fromEntries(rows) as Table);
}

async function frames(): Promise<void> {
  const raced = wanted.length > 0 ? packages : packages.slice(0, 1);
  const modes: CollectorMode[] = ['after 0', 'hung', 'big', 'redirect'];
  const found = new Map<string, number[]>();
  for (let round = -1; round < runs; round++)
    for (const name of raced)
      // In another order each time.
      for (const at of modes.keys()) {
        const mode = modes[(at + round + 1) % modes.length] ?? 'hung';
        const took = await firstFrameWith(of, name, mode);
        // The first round fills the caches of this machine.
        if (round >= 0) found.set(`${name} ${mode}`, [...(found.get(`${name} ${mode}`) ?? []), took]);
      }
  const rows = raced.map((name) => {
    const [well = NaN, ...ill] = modes.map((mode) => median(found.get(`${name} ${mode}`) ?? []));
    const [hung, big, redirect] = ill.map((time) => (time / well).toFixed(3));
    return [name, { 'healthy, ms': Math.round(well), hung, '10 MB': big, redirect }];
  });
  show(
    `first frame at 150 ms, 3 Mbit/s, over a healthy collector, medians of ${runs}`,
    Object.fromEntries(rows) as Table,
  );
}

type Table = Record<string, object>;

function show(what: string, table: Table): void {
  console.log(what);
  console.table(table);
  saveTable('events', what, table);
}
