import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { differencesOf, judge, readDeclared, type Difference } from './support/compare-cases.ts';
import { AUTHOR_CASES } from './support/cases/author-changes.ts';
import { BODY_AND_READ_CASES } from './support/cases/bodies-and-reads.ts';
import { FAULT_CASES } from './support/cases/faults.ts';
import { REQUEST_CASES } from './support/cases/requests.ts';
import { ROTATION_CASES } from './support/cases/rotations.ts';
import { SITE_CASES } from './support/cases/sites.ts';
import { surfaceDifferences } from './support/surface.ts';
import { ThreeBackends } from './support/three-backends.ts';

const declared = readDeclared();
const CASES = [
  ...[...REQUEST_CASES, ...BODY_AND_READ_CASES, ...AUTHOR_CASES, ...SITE_CASES],
  ...[...ROTATION_CASES, ...FAULT_CASES],
];

describe('the page backend in JavaScript, PHP and Python', () => {
  let backends: ThreeBackends;
  const found: Difference[] = [];
  const statuses = new Map<number, number>();
  let requests = 0;
  before(async () => (backends = await ThreeBackends.start()));
  after(() => backends.end());

  for (const one of CASES)
    it(`has one answer: ${one.name}`, async () => {
      const seen = await backends.run(one);
      requests += seen.JavaScript.length;
      if (one.statuses)
        assert.deepEqual(
          seen.JavaScript.map(({ status }) => status),
          one.statuses,
        );
      for (const { status } of seen.JavaScript) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const own = differencesOf(one, seen);
      found.push(...own);
      const { undeclared } = judge(
        own.map(({ at }) => at),
        declared,
      );
      assert.deepEqual(
        own.filter(({ at }) => undeclared.includes(at)),
        [],
      );
    });

  it('has the options and members that the table does not leave out', async () => {
    const own = await surfaceDifferences();
    found.push(...own.map((at) => ({ at, ours: true, theirs: false })));
    assert.deepEqual(judge(own, declared).undeclared, []);
  });

  it('was asked enough, and differs where the table says so', () => {
    assert.equal(new Set(CASES.map(({ name }) => name)).size, CASES.length);
    assert.ok(requests >= 150, String(requests));
    for (const status of [200, 201, 204, 304, 400, 403, 404, 405, 415, 429, 500, 501, 502, 503])
      assert.ok((statuses.get(status) ?? 0) > 0, `no answer is ${String(status)}`);
    assert.ok(declared.every(({ seen }) => seen.length > 0));
    const { unneeded } = judge(
      found.map(({ at }) => at),
      declared,
    );
    assert.deepEqual(unneeded, [], 'the table says of a difference that there is none');
  });
});
