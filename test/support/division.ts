/**
 * True in a run that leaves nothing out: `npm test -- --all`, CI, and a file that was picked by its path. `npm test` judges the
 * first cells of a matrix; `scripts/suites/division.mjs` names the files that only a whole run has. For pages,
 * `web-test-runner.config.mjs` writes the value in.
 */
export const judgesAll = process.env['TEST_DIVISION'] !== 'first';

/** Those cells of a matrix that this run judges: all, or the first ones. Each is judged by itself. */
export const cells = <Cell>(all: readonly Cell[], first = 1): readonly Cell[] =>
  judgesAll ? all : all.slice(0, first);

/** How many rounds of a random schedule this run plays. */
export const rounds = (all: number, few: number): number => (judgesAll ? all : few);
