// npm run bench -- play [--runs 7] [--lines loopback,50/10,cpu/4] [--begin navigation,click] [--players floor,vh-player,plyr] [--live]: how
// long it takes to the first frame, in Chromium, from the navigation of a page that autoplays and from the click on
// a page that rests: a bare MSE loop without library, plain hls.js, this library (by script tag and by bundlers) and other players with their whole
// skins. All take turns. Prints medians in milliseconds, and media addresses that were fetched twice. With --live they
// watch the sandbox's low-latency stream.
import { parseArgs } from 'node:util';
import { saveTable } from '../support/bench-results.ts';
import { LiveSandbox } from '../../test/support/sandbox/live-sandbox.ts';
import { PLAYERS, type PlayerName } from '../support/playback/play-contestants.ts';
import { makePlayStream } from '../support/playback/play-stream.ts';
import { PlayTrack, type PlayBegin, type PlayLine, type PlayRun } from '../support/playback/play-track.ts';
import { median } from '../support/median.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    lines: { type: 'string', default: 'loopback,50/10' },
    begin: { type: 'string', default: 'navigation,click' },
    players: { type: 'string', default: '' },
    live: { type: 'boolean', default: false },
  },
});

/** `50/10` is 50 ms there and back, 10 Mbit/s; `cpu/4` is loopback with a quarter of the processor. */
function lineOf(name: string): PlayLine {
  const [, slower] = /^cpu\/(\d+)$/.exec(name) ?? [];
  if (slower || name === 'loopback') return { name, rtt: 0, speed: 0, slower: Number(slower ?? 1) };
  const [rtt = 0, megabits = 0] = name.split('/').map(Number);
  return { name, rtt, speed: megabits * 1e6, slower: 1 };
}

const wanted = values.players.split(',').filter(Boolean);
/** These know only the one film. */
const FILM_ONLY: readonly PlayerName[] = ['floor', 'native mp4', 'vh-player, playback in the page'];
const players = PLAYERS.filter(
  (name) => wanted.length === 0 || wanted.includes(name.replace(', ', ' ')),
).filter((name) => !values.live || !FILM_ONLY.includes(name));
const sandbox = values.live ? await LiveSandbox.start('--no-rtmp') : undefined;
const stream = await sandbox?.createOnAir();
const site = stream ? { src: stream.assets.hls } : {};
const film = values.live ? '' : makePlayStream('.build/play-stream');
const track = await PlayTrack.open(players, film, site);
try {
  for (const line of values.lines.split(',').map(lineOf)) {
    for (const begin of values.begin.split(',') as PlayBegin[]) await race(line, begin);
  }
} finally {
  await track.close();
  await sandbox?.stop();
}

async function race(line: PlayLine, begin: PlayBegin): Promise<void> {
  const runs = new Map<PlayerName, PlayRun[]>(players.map((name) => [name, []]));
  for (let round = 0; round < Number(values.runs); round++) {
    for (const name of players) runs.get(name)?.push(await track.run(name, begin, line));
  }
  console.log(`${line.name}, first frame from the ${begin}, medians of ${values.runs}`);
  const times = (name: PlayerName) => (runs.get(name) ?? []).map(({ firstFrame }) => firstFrame);
  const peer = players.includes('floor') ? 'floor' : (players[0] ?? 'floor');
  const least = median(times(peer));
  const rows = players.map((name) => [
    name,
    {
      'first frame, ms': Math.round(median(times(name))),
      [`over ${peer}`]: (median(times(name)) / least).toFixed(2),
      'fastest, slowest': `${Math.min(...times(name)).toFixed(0)}, ${Math.max(...times(name)).toFixed(0)}`,
      'fetched twice': Math.max(...(runs.get(name) ?? []).map(({ twice }) => twice.length)),
    },
  ]);
  console.table(Object.fromEntries(rows));
  const of = `first frame ${values.live ? 'of a live stream ' : ''}from the ${begin}, ${line.name}`;
  saveTable('play', of, Object.fromEntries(rows) as Record<string, object>);
}
