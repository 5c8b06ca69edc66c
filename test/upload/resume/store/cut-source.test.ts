import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStoredUpload } from '../../../../src/upload/resume/store/parse-stored-upload.ts';
import { resumeOrCreate } from '../../../../src/upload/resume/store/stored-upload.ts';

const SOURCE = { size: 900, fingerprint: 'ab12', range: { start: 1, end: 3.5 } };
const record = (source: unknown) => ({
  ...{ key: 'backend /vh ff', scope: 'backend /vh', startedAt: 5, source },
  file: { name: 'trip.mp4', size: 90, type: 'video/mp4', lastModified: 1 },
});

describe('the record of a film that was cut', () => {
  it('has what the file was cut from, and nothing of a file that was not', () => {
    const options = { key: 'k', scope: 's', handle: undefined, tab: undefined, chosenAt: 1 };
    const file = new File(['film'], 'trip.mp4');
    const whole = resumeOrCreate({ ...options, file }, undefined, undefined, 5);
    assert.equal(parseStoredUpload(structuredClone(whole))?.source, undefined);
    const cut = Object.assign(new File(['film'], 'trip.mp4'), { source: SOURCE });
    const made = resumeOrCreate({ ...options, file: cut }, undefined, undefined, 5);
    assert.deepEqual(parseStoredUpload(structuredClone(made))?.source, SOURCE);
    // The same upload, continued by a page that knows of its file only.
    assert.deepEqual(resumeOrCreate({ ...options, file }, made, undefined, 6).source, SOURCE);
  });

  it('is read where its range is one, and else as the record of a file that must be chosen again', () => {
    assert.deepEqual(parseStoredUpload(record(SOURCE))?.source, SOURCE);
    for (const hostile of [
      ...[undefined, null, 7, 'text', [], {}, { ...SOURCE, size: '900' }, { ...SOURCE, fingerprint: 7 }],
      ...[
        { ...SOURCE, range: undefined },
        { ...SOURCE, range: [1, 2] },
      ],
      ...[
        { start: -1, end: 2 },
        { start: 2, end: 2 },
        { start: 3, end: 1 },
        { start: NaN, end: 2 },
        { start: 0, end: Infinity },
        { start: '0', end: 2 },
      ].map((range) => ({ ...SOURCE, range })),
    ]) {
      const read = parseStoredUpload(record(hostile));
      assert.equal(read?.key, 'backend /vh ff');
      assert.equal(read.source, undefined, JSON.stringify(hostile));
    }
  });
});
