// npm run bench -- play-idle [--count 50] [--times 50] [--rounds 4] [--players floor,vh-player,vidstack]: what a page with so many
// idle players costs, beside bare video elements and other players; then what a page still holds of players that
// came, played and went, after each of so many rounds. Exits 1 where more is spent than the limits below, or where memory grows.
import { parseArgs } from 'node:util';
import { saveTable } from '../support/bench-results.ts';
import { PLAYERS } from '../support/playback/play-contestants.ts';
import { makePlayStream } from '../support/playback/play-stream.ts';
import { PlayTrack } from '../support/playback/play-track.ts';

const MOST_TASK_MS = 160;
const MOST_NODES = 9_000;
/** Megabytes that a round may add: the heap is never the same twice. */
const NOISE = 0.3;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    runs: { type: 'string', default: '5' },
    times: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '4' },
    players: { type: 'string', default: 'floor,vh-player,plyr,vidstack,mux-player' },
  },
});
const names = values.players.split(',');
const players = PLAYERS.filter((name) => names.includes(name));
const track = await PlayTrack.open(players, makePlayStream('.build/play-stream'));
const median = (numbers: number[]) => numbers.sort((one, other) => one - other)[numbers.length >> 1] ?? NaN;
try {
  const rests = new Map(players.map((player) => [player, { task: [] as number[], nodes: 0, requests: 0 }]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const [player, rest] of rests) {
      const { task, ...counts } = await track.rest(player, Number(values.count));
      rest.task.push(task);
      Object.assign(rest, counts);
    }
  }
  const table = [...rests].map(([player, { task, ...counts }]) => ({
    player,
    'task, ms': Math.round(median(task)),
    ...counts,
  }));
  console.log(`${values.count} players that rest, medians of ${values.runs}`);
  console.table(table);
  saveTable(
    'play-idle',
    `${values.count} players that rest`,
    Object.fromEntries(table.map(({ player, ...cells }) => [player, cells])),
  );
  const ours = table.find(({ player }) => player === 'vh-player');
  if (ours) {
    judge(`task of ${String(ours['task, ms'])} ms`, ours['task, ms'] <= MOST_TASK_MS, MOST_TASK_MS);
    judge(`${String(ours.nodes)} nodes`, ours.nodes <= MOST_NODES, MOST_NODES);
    const remains = await track.remount('vh-player', Number(values.times), Number(values.rounds));
    console.log(`rounds of ${values.times} players that came, played and went`);
    console.table(remains);
    saveTable(
      'play-idle',
      `rounds of ${values.times} players that came and went`,
      Object.fromEntries(remains.entries()),
    );
    // The first round loads the code, and fills the caches.
    const [, first, ...later] = remains;
    const last = later.at(-1);
    if (first && last) {
      const growth = (last.megabytes - first.megabytes) / later.length;
      judge(`${growth.toFixed(2)} MB more in each round`, growth <= NOISE, NOISE);
      judge(`${String(last.nodes - first.nodes)} nodes more`, last.nodes <= first.nodes, 0);
      judge(
        `${String(last.listeners - first.listeners)} listeners more`,
        last.listeners <= first.listeners,
        0,
      );
      judge(`${String(last.workers)} workers`, last.workers === 0, 0);
      judge(`${String(last.timers)} timers`, last.timers === 0, 0);
    }
  }
} finally {
  await track.close();
}

function judge(what: string, isKept: boolean, limit: number): void {
  console.log(`${isKept ? 'kept  ' : 'MISSED'} ${what} (at most ${String(limit)})`);
  if (!isKept) process.exitCode = 1;
}
