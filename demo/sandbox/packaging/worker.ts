import { copyToHls, copyToMp4 } from './copy.ts';
import { keyFrameBefore } from './key-frame-before.ts';
import type { Answer, Task } from './packaging-worker.ts';
import { probe } from './probe.ts';

// The far side of `PackagingWorker`: one task at a time, in a process of its own.

process.on('message', (task: Task) => {
  void run(task).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
});
// Whoever asked is gone, perhaps killed: nobody waits for the result.
process.on('disconnect', () => process.exit());

function run(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'probe':
      return probe(task.files);
    case 'key':
      return keyFrameBefore(task.files, task.seconds);
    case 'clip':
      return copyToMp4(task.files, task.to, task.stretch);
    case 'hls':
      return copyToHls(task.files, task.to);
    case 'mp4':
      return copyToMp4(task.files, task.to);
  }
}

function answer(message: Answer): void {
  process.send?.(message);
}
