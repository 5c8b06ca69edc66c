import type { FaultyLine } from './faulty-line.ts';
import { NodeXhr } from './node-xhr.ts';
import type { Look } from './skipping-clock.ts';

/**
 * What moves on a line that this process alone uses, while it has `asked` so many questions by `fetch`: a connection of its own
 * each. Whatever is not on a connection that is dead will be answered, or fail.
 */
export function lookAtLine({ heldPorts }: Pick<FaultyLine, 'heldPorts'>, asked: number): Look {
  const heldQuestions = NodeXhr.heldByOthers(heldPorts);
  return heldQuestions === undefined || asked > heldQuestions ? 'moving' : 'still';
}
