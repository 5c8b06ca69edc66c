import { execFileSync, spawnSync } from 'node:child_process';
import { describe } from 'node:test';

const PROGRAM = 'python3';
const VALIDATE =
  'import json, sys; from openapi_spec_validator import validate; validate(json.load(sys.stdin)); print("valid")';

/** A suite with `openapi-spec-validator`, a public validator. Where it is missing, one loud line names the suite. */
export function describeWithValidator(name: string, suite: () => void): void {
  const found = spawnSync(PROGRAM, ['-c', 'import openapi_spec_validator'], { stdio: 'ignore' });
  if (found.status === 0) describe(name, suite);
  else process.stderr.write(`LEFT OUT, since there is no openapi-spec-validator on this machine: ${name}\n`);
}

/** What the validator says of a document: `valid`, or its complaint. */
export function validatorSays(text: string): string {
  const given = { input: text, encoding: 'utf8', stdio: 'pipe' } as const;
  try {
    return execFileSync(PROGRAM, ['-c', VALIDATE], given).trim();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
