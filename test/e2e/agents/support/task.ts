import type { Trial } from './trial.ts';

/** One of the tasks for coding agents: `task.md` beside it is all that the agent is told. */
export interface Task {
  /** The project that the agent finds, in `starts`; a folder `start` of the task lies over it. */
  start: string;
  /** Runs what the agent has made, and looks at what it does. Rejects with a `TaskFault` where that is not the task. */
  check: (trial: Trial) => Promise<void>;
}

/** What a result does not do, in one sentence. */
export class TaskFault extends Error {
  override name = 'TaskFault';
}

/** Throws the sentence as a fault where it does not hold. */
export function holds(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new TaskFault(sentence);
}
