import { spawnSync } from 'node:child_process';
import { describe } from 'node:test';

/** Interpreters of Python that a machine may have: the distribution's modules belong to its own one. */
const PYTHONS = ['python3', '/usr/bin/python3'];

/** The interpreter of Python that has a module; undefined where none has it. */
export function pythonWith(module: string): string | undefined {
  return PYTHONS.find((python) => spawnSync(python, ['-c', `import ${module}`]).status === 0);
}

/** True where PHP has an extension. */
export function phpHas(extension: string): boolean {
  const program = `exit(extension_loaded('${extension}') ? 0 : 1);`;
  return spawnSync('php', ['-r', program]).status === 0;
}

/** A suite of tests that need a module of Python. Where it is not there and could not be installed, one loud line names it. */
export function describeWithPython(module: string, name: string, suite: (python: string) => void): void {
  const python = pythonWith(module);
  if (python !== undefined) describe(name, () => suite(python));
  else process.stderr.write(`LEFT OUT, since there is no ${module} for Python on this machine: ${name}\n`);
}

/** A suite of tests that need an extension of PHP. */
export function describeWithPhp(extension: string, name: string, suite: () => void): void {
  if (phpHas(extension)) describe(name, suite);
  else process.stderr.write(`LEFT OUT, since PHP has no ${extension} on this machine: ${name}\n`);
}
