/** How often files that failed are run again at most. */
const TRIES = 2;
/** With more failed files than this, the run is red in any case: running them again would only take longer. */
const MAX_FILES = 12;

/**
 * Runs each failed file again, alone, with the seed of the first run. `runAlone(result)` returns another result of the
 * same file. A file that passes alone is unsteady: the run stays green and says so. One that fails each time has failed, and
 * one that fails alone just as it did in company is not asked a third time.
 */
export async function runFailedAgain(results, runAlone, say = console.log) {
  const failed = results.filter((result) => result.failed > 0);
  if (failed.length > MAX_FILES) {
    say(`\n${failed.length} files failed, which is too many to run each again.`);
    return { results, unsteady: [] };
  }
  const unsteady = [];
  const settled = new Map();
  for (const result of failed) {
    say(`\n── ${nameOf(result)} failed: running it again, alone`);
    const again = await passesAlone(result, runAlone);
    if (!again) continue;
    settled.set(result, again);
    unsteady.push(...result.failures.map(({ name, message }) => ({ file: nameOf(result), name, message })));
  }
  return { results: results.map((result) => settled.get(result) ?? result), unsteady };
}

async function passesAlone(result, runAlone) {
  let before = result;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const again = await runAlone(result);
    if (again.failed === 0) return again;
    if (whyOf(again) === whyOf(before)) return undefined;
    before = again;
  }
  return undefined;
}

const whyOf = ({ failures }) => JSON.stringify(failures.map(({ name, message }) => [name, message]));

/** The file, with the browser that it ran in. */
export function nameOf({ file, browser }) {
  return browser === undefined ? file : `${browser}: ${file}`;
}
