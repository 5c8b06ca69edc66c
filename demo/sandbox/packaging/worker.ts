import { parentPort } from 'node:worker_threads';
import { copyToHls, copyToMp4 } from './copy.ts';
import { probe } from './probe.ts';
import type { Answer, Task } from './packaging-worker.ts';

// The far side of `PackagingWorker`: one task at a time, in a thread of its own, so that serving never waits for it.

parentPort?.on('message', (task: Task) => {
  void run(task).then(
    (result) => parentPort?.postMessage({ result } satisfies Answer),
    (error: unknown) =>
      parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
});

function run(task: Task): Promise<unknown> {
  if (task.kind === 'probe') return probe(task.files);
  return task.kind === 'hls' ? copyToHls(task.files, task.to) : copyToMp4(task.files, task.to);
}
