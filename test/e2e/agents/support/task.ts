import type { Trial } from './trial.ts';

/** One of the tasks for coding agents: `task.md` beside it is all that the agent is told. */
export interface Task {
  /** The project that the agent finds, in `starts`; a folder `start` of the task lies over it. */
  start: string;
  /** Runs what the agent has made, and looks at what it does. Rejects with a `TaskFault` where that is not the task. */
  check: (trial: Trial) => Promise<void>;
}
