import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkInfo, type VideoRules } from '../../../src/upload/inspect/check-info.ts';
import { UNKNOWN_FILE } from '../../../src/upload/inspect/bytes/file-info.ts';

const info = { ...UNKNOWN_FILE, duration: 60, width: 1280, height: 720 };
const codeOf = (rules: VideoRules) => checkInfo(info, rules)?.code;

describe('checkInfo', () => {
  it('lets a video through that keeps the rules, to the pixel and the second', () => {
    assert.equal(codeOf({}), undefined);
    const exact = { minWidth: 1280, maxWidth: 1280, minHeight: 720, maxHeight: 720 };
    assert.equal(codeOf({ ...exact, minDuration: 60, maxDuration: 60 }), undefined);
  });

  it('says which rule is broken', () => {
    assert.equal(codeOf({ maxDuration: 59.9 }), 'video-too-long');
    assert.equal(codeOf({ minDuration: 60.1 }), 'video-too-short');
    assert.equal(codeOf({ minWidth: 1281 }), 'video-too-small');
    assert.equal(codeOf({ minHeight: 721 }), 'video-too-small');
    assert.equal(codeOf({ maxWidth: 1279 }), 'video-too-large');
    assert.equal(codeOf({ maxHeight: 719 }), 'video-too-large');
  });

  it('refuses no file for facts that it does not state', () => {
    const strict = { minDuration: 1, maxDuration: 2, minWidth: 3, minHeight: 4, maxWidth: 5, maxHeight: 6 };
    assert.equal(checkInfo(UNKNOWN_FILE, strict), undefined);
  });

  it('takes a rule that is no number for none', () => {
    assert.equal(codeOf({ minHeight: NaN, maxDuration: NaN }), undefined);
  });
});
