import { UrlTranslator } from '../../../../src/playback/adapters/hls/loaders/url-translator.ts';
import { chooseVariant } from '../../../../src/playback/stream/rendition.ts';
import { readFirstSegment, readMultivariant } from '../../../../src/playback/fast-start/read-playlists.ts';
import { sourceOfAddresses } from '../../../../src/playback/source/playback-source.ts';
import { SourceRefresher } from '../../../../src/playback/source/source-refresher.ts';
import type { WrongRun } from '../../../../bench/support/resumable-run.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { mutatePlaylist } from '../../../support/grammar/mutate-playlist.ts';

const BASE = 'https://media.example/film/main.m3u8';
/** Milliseconds that a reader may take, and for each kilobyte more: a busy machine has its pauses. */
const LEAST_MS = 400;
const MS_PER_KB = 2;

/** What the readers did with hostile playlists. */
export interface HostileReport {
  playlists: number;
  /** Playlists that a start was found in. */
  begun: number;
  slowestMs: number;
  faults: WrongRun[];
}

/** Has all that reads playlists here, apart from hls.js, read mutated ones. */
export function readHostilePlaylists(seed: number, count: number): HostileReport {
  Object.assign(globalThis, { document: { baseURI: BASE } });
  const report: HostileReport = { playlists: 0, begun: 0, slowestMs: 0, faults: [] };
  try {
    for (let at = 0; at < count; at++) readOne(seed + at, report);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
  return report;
}

function readOne(seed: number, report: HostileReport): void {
  const random = seededRandom(seed);
  // Most are small, as most breaking ones are; some are large, to measure their time.
  const text = mutatePlaylist(random, random() < 0.05 ? 400_000 : 4_000);
  const begun = performance.now();
  try {
    const { variants } = readMultivariant(text, BASE, random() < 0.5);
    const index = chooseVariant(variants, 'auto', {}, random() < 0.5 ? undefined : 1e7);
    const first = readFirstSegment(text, BASE, random() * 10);
    translate(text);
    const urls = [variants[index]?.url, variants[index]?.audio, first?.url, first?.init];
    const odd = urls.find((url) => url !== undefined && url !== '' && !URL.canParse(url));
    if (odd !== undefined) report.faults.push({ seed, what: `no address: ${odd.slice(0, 100)}` });
    const times = first ? [first.start, first.duration] : [];
    if (times.some((time) => !Number.isFinite(time) || time < 0)) {
      report.faults.push({ seed, what: `no time: ${String(times)}` });
    }
    if (first || variants.length > 0) report.begun += 1;
  } catch (error) {
    report.faults.push({ seed, what: String(error) });
  }
  const ms = performance.now() - begun;
  report.playlists += 1;
  report.slowestMs = Math.max(report.slowestMs, ms);
  if (ms > LEAST_MS + (text.length / 1024) * MS_PER_KB) {
    report.faults.push({ seed, what: `${Math.round(ms)} ms for ${text.length} characters` });
  }
}

function translate(text: string): void {
  const { signal } = new AbortController();
  const source = sourceOfAddresses([{ src: BASE }]);
  const refresher = new SourceRefresher(source, { ask: () => source, signal, changed: () => {} });
  const addresses = new UrlTranslator(refresher, signal);
  addresses.note(BASE, BASE, text);
  addresses.now('https://media.example/film/180p/0.m4s');
}
