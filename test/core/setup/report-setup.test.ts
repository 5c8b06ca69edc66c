import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type * as ReportSetup from '../../../src/core/setup/report-setup.ts';

describe('A mistake in the set-up of a page', () => {
  it('is one line on the console, also where a bundler has put the code into the page twice', async () => {
    const written = mock.method(console, 'error', () => {});
    const address = import.meta.resolve('../../../src/core/setup/report-setup.js');
    for (const copy of ['', '?copy']) {
      const { reportSetup } = (await import(address + copy)) as typeof ReportSetup;
      reportSetup('backend-misconfigured', 'A sentence.');
      reportSetup('backend-misconfigured', 'Another sentence.');
    }
    const lines = written.mock.calls.map(({ arguments: [line] }) => String(line));
    assert.deepEqual(
      lines.map((line) => /\w+ sentence\./.exec(line)?.[0]),
      ['A sentence.', 'Another sentence.'],
    );
    written.mock.restore();
  });
});
