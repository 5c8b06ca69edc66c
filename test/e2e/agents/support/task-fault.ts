/** What a result does not do, in one sentence. */
export class TaskFault extends Error {
  override name = 'TaskFault';
}

/** Throws the sentence as a fault where it does not hold. */
export function holds(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new TaskFault(sentence);
}
