import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { blockWith } from '../../support/doc-blocks.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

interface Page {
  data: { plays: number; value: string }[];
}

describe('the example in docs/analytics.md', () => {
  let sandbox: SandboxUnderTest;
  before(async () => (sandbox = await SandboxUnderTest.start()));
  after(() => sandbox.end());

  it('prints a play of this very minute', async () => {
    const videoId = await sandbox.video();
    const at = new Date().toISOString();
    const reported = await sandbox.ask('POST', '/collector/vod', {
      authorization: false,
      body: JSON.stringify({
        emitted_at: at,
        session: { video_id: videoId, loaded_at: at },
        events: [{ type: 'play', emitted_at: at, at: 0 }],
      }),
    });
    assert.equal(reported.status, 200);
    const program = blockWith('docs/analytics.md', 'dimension').text;
    const env = { ...process.env, VH_BASE_URL: sandbox.url, VH_API_KEY: KEY, VIDEO_ID: videoId };
    const words = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    const pages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Page);
    assert.equal(pages.length, 3);
    const [byDay, ofOne, sessions] = pages;
    assert.deepEqual(
      byDay?.data.map(({ plays }) => plays),
      [1],
    );
    assert.deepEqual(ofOne?.data, [{ value: videoId, plays: 1 }]);
    assert.equal(sessions?.data.length, 1);
  });
});
