import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  packStoredUpload,
  parseStoredUpload,
} from '../../../../src/upload/resume/store/parse-stored-upload.ts';
import type { StoredUpload } from '../../../../src/upload/resume/store/stored-upload.ts';
import { announceSeed } from '../../../support/seeded.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

type Parts = readonly { from: number; to: number; stored: boolean }[];

function recordOf(parts: Parts): StoredUpload {
  const file = { name: 'holiday.mp4', size: 10, type: 'video/mp4', lastModified: 1 };
  const upload = { protocol: 'parts', endpoint: 'https://service.example/upload', videoId: 'vi1' } as const;
  return {
    ...{ key: 'test a', scope: 'test', file, startedAt: 1, touchedAt: 2, sent: 0 },
    upload: { ...upload, parts, wire: ['abc', null] },
  };
}

/** As the browser stores it and gives it back. */
const partsBack = (parts: Parts) =>
  parseStoredUpload(structuredClone(packStoredUpload(recordOf(parts))))?.upload?.parts;

describe('a packed record', () => {
  const random = seededRandom(announceSeed());

  it('has each part as it was, whatever their lengths and states', () => {
    for (let round = 0; round < 200; round++) {
      let at = 0;
      const parts = Array.from({ length: Math.floor(random() * 200) }, () => {
        const from = at;
        // Now and then a hole: no wire has one, and a record may.
        if (random() < 0.02) at += 7;
        at += random() < 0.8 ? 16 : 1 + Math.floor(random() * 16);
        return { from, to: at, stored: random() < 0.7 };
      });
      assert.deepEqual(partsBack(parts), parts);
    }
  });

  it('is small of ten thousand parts that are stored in turn', () => {
    const bytes = 5 * 1024 * 1024;
    const parts = Array.from({ length: 10_000 }, (_one, index) => ({
      from: index * bytes,
      to: (index + 1) * bytes,
      stored: index < 7000 || index === 7002,
    }));
    assert.deepEqual(partsBack(parts), parts);
    assert.ok(JSON.stringify(packStoredUpload(recordOf(parts))).length < 1000);
  });

  it('is read as far as it can be: nothing else counts as stored', () => {
    const packed = packStoredUpload(recordOf([{ from: 0, to: 4, stored: true }])) as { upload: object };
    const partsOf = (runs: unknown) =>
      parseStoredUpload({ ...packed, upload: { ...packed.upload, runs } })?.upload?.parts;
    const first = [{ from: 0, to: 4, stored: true }];
    const run = { from: 0, bytes: 4, count: 1, stored: true };
    assert.deepEqual(partsOf([run, { ...run, from: 4, count: 1e12 }]), first);
    assert.deepEqual(partsOf([run, { ...run, from: 4, bytes: '4' }]), first);
    assert.deepEqual(partsOf([run, { ...run, from: -4 }]), first);
    assert.deepEqual(partsOf([run, { from: 4 }]), first);
    assert.deepEqual(partsOf([run, 4]), first);
    assert.deepEqual(partsOf([{ ...run, stored: 1 }]), [{ from: 0, to: 4, stored: false }]);
    assert.deepEqual(partsOf('no list'), []);
  });
});
