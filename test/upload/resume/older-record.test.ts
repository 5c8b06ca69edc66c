import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStoredUpload } from '../../../src/upload/resume/store/parse-stored-upload.ts';
import { assertWhole, waitForEnd } from '../../support/upload/upload-run.ts';
import { FakeTab, partsOf, stuckAt } from '../support/upload-tab.ts';
import { OLDER_BROWSER } from '../../support/versions/older-browser.ts';

describe('an upload that an earlier version began', () => {
  it('continues after the update, with the missing bytes alone', async () => {
    const { site, service, tab } = await stuckAt(3);
    tab.kill();
    const { kept } = site.records;
    kept.clear();
    const older = parseStoredUpload(OLDER_BROWSER.upload);
    assert.ok(older);
    kept.set(older.key, older);
    const { upload } = new FakeTab(site, service);
    assert.equal((await waitForEnd(upload)).status, 'playable');
    assertWhole(service);
    assert.deepEqual(partsOf(service), [1, 2, 3, 3]);
  });
});
