import { execFileSync } from 'node:child_process';

/**
 * Ends the processes of each test file that has had its time: its own, and those that it has started and that would keep
 * ports and pipes. `events` are those of Node's runner, `isFile` knows a file's among them, and `untilTheLimit(file, signal)`
 * resolves when a file has had its time. Returns a function that says at which test a file was ended: undefined where it ended by
 * itself, empty where none had begun.
 */
export function endHangingFiles(events, { isFile, untilTheLimit }) {
  const running = new Map();
  const lives = new Map();
  const ended = new Set();
  events.on('test:dequeue', (event) => {
    if (!isFile(event)) return void running.get(event.file)?.push(event.name);
    const life = new AbortController();
    running.set(event.name, []);
    lives.set(event.name, life);
    const end = () => {
      if (life.signal.aborted) return;
      ended.add(event.name);
      endTree(event.name);
    };
    // A limit that is called off rejects. Where there is no `ps`, Node's own limit is left.
    untilTheLimit(event.name, life.signal)
      .then(end)
      .catch(() => {});
  });
  events.on('test:complete', (event) => {
    if (isFile(event)) return lives.get(event.name)?.abort();
    const names = running.get(event.file) ?? [];
    const at = names.lastIndexOf(event.name);
    if (at >= 0) names.splice(at, 1);
  });
  return (file) => (ended.has(file) ? (running.get(file)?.at(-1) ?? '') : undefined);
}

/** Ends the process of ours that runs a file, and what descends from it: a child that loses its parent is found by nobody. */
function endTree(file) {
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
    });
  const tree = all.filter(({ parent, args }) => parent === process.pid && args.includes(file));
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  for (const { pid } of tree) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
