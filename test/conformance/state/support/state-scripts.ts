import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../../../support/repository.ts';

const execute = promisify(execFile);

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'vh-state-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a script beside the backend in Python, in a folder of its own; gives what it prints as JSON. */
export function runPython(script: string, python = 'python3'): unknown {
  const program = `import json, os, sys, threading, time\nimport vh_backend as own, vh_state\nfolder = sys.argv[1]\n${script}`;
  return inFolder((folder) => {
    const options = {
      cwd: inRepository('backends/python'),
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    };
    return JSON.parse(execFileSync(python, ['-c', program, folder], options).toString()) as unknown;
  });
}

const phpWords = (script: string, folder: string) => [
  '-d',
  'display_errors=stderr',
  '-r',
  `require $argv[1]; $folder = $argv[2]; ${script}`,
  inRepository('backends/php/vh-state.php'),
  folder,
];

/** Runs a script beside the backend in PHP, in a folder of its own; gives what it prints as JSON. */
export function runPhp(script: string): unknown {
  return inFolder(
    (folder) => JSON.parse(execFileSync('php', phpWords(script, folder)).toString()) as unknown,
  );
}

/** Runs a script in several processes of PHP at once; gives what each of them prints. */
export function runPhpAtOnce(script: string, processes: number): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vh-state-'));
  const all = Array.from({ length: processes }, () => execute('php', phpWords(script, folder)));
  return Promise.all(all)
    .then((ended) => ended.map(({ stdout }) => stdout))
    .finally(() => rmSync(folder, { recursive: true }));
}

/** What every store must do, with a clock that a test can wait for. */
export const PYTHON_CONTRACT = `
def contract(state):
    seen = [
        state.get('a'),
        state.swap('a', 'x', 'y', 60), state.swap('a', None, 'ä\\n1', 60), state.swap('a', None, '2', 60), state.get('a'),
        state.swap('a', 'wrong', '3', 60), state.swap('a', 'ä\\n1', '3', 60), state.get('a'),
        state.swap('a', '3', None, 60), state.get('a'), state.swap('a', None, None, 60),
        state.swap('brief', None, '1', 0.001),
    ]
    while state.get('brief') is not None: pass
    seen.append(state.swap('brief', None, '2', 60))
    took = [state.take('bucket', 3, 1000) for _ in range(4)]
    return seen + took[:3] + [999 < took[3] <= 1000, state.take('other', 1, 1)]
`;
export const PHP_CONTRACT = `
function contract(VhState $state): array {
    $seen = [
        $state->get('a'),
        $state->swap('a', 'x', 'y', 60), $state->swap('a', null, "ä\\n1", 60), $state->swap('a', null, '2', 60), $state->get('a'),
        $state->swap('a', 'wrong', '3', 60), $state->swap('a', "ä\\n1", '3', 60), $state->get('a'),
        $state->swap('a', '3', null, 60), $state->get('a'), $state->swap('a', null, null, 60),
        $state->swap('brief', null, '1', 0.001),
    ];
    while ($state->get('brief') !== null);
    $seen[] = $state->swap('brief', null, '2', 60);
    $took = array_map(fn () => $state->take('bucket', 3, 1000), [1, 2, 3, 4]);
    return [...$seen, ...array_slice($took, 0, 3), 999 < $took[3] && $took[3] <= 1000, $state->take('other', 1, 1)];
}
`;

/** What a store answers that keeps the contract. */
export const KEPT = [
  ...[null, false, true, false, 'ä\n1'],
  ...[false, true, '3'],
  ...[true, null, true],
  ...[true, true],
  ...[0, 0, 0, true, 0],
];
