import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { BrowserMemory } from '../../../src/upload/resume/browser-memory.ts';
import type { ResumeEnvironment } from '../../../src/upload/resume/resume-environment.ts';
import { FakeSite } from '../support/fake-site.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { until } from '../../support/until.ts';

function open(environment: ResumeEnvironment, onFollow = () => {}): Promise<BrowserMemory | undefined> {
  const { signal } = new AbortController();
  const onLost = (error: unknown) => assert.fail(String(error));
  return BrowserMemory.open({
    file: makeFile(10),
    scope: 'backend',
    environment,
    signal,
    onOtherTab: onFollow,
    onLost,
  });
}

describe('unstored state', () => {
  it('is anything, and that is said, where the browser lends no turns', async () => {
    const denied = () => Promise.reject(new DOMException('not here', 'SecurityError'));
    const tab = { ...new FakeSite().tab(), locks: { request: denied, query: denied } };
    await assert.rejects(open(tab), (error) => isVhError(error, 'resume-unavailable'));
    assert.equal(tab.activeUploads.size, 0);
  });

  it('is the address of a private video', async () => {
    const site = new FakeSite();
    const sender = await open(site.tab());
    let heard = () => {};
    const isFollowed = new Promise<void>((resolve) => (heard = resolve));
    const follower = open(site.tab(), heard);
    await isFollowed;
    const { locks } = site.tab();
    await until(async () => (await locks.query()).pending?.length !== 0);
    const hls = 'https://assets.example/vod/vi1/token/secret-token/hls/manifest.m3u8';
    await sender?.finish({ videoId: 'vi1', title: 'clip', assets: { hls } });
    assert.ok(site.records.kept.size > 0);
    assert.ok(!JSON.stringify([...site.records.kept.values()]).includes('secret-token'));
    assert.deepEqual((await follower)?.video, { videoId: 'vi1', title: 'clip', assets: undefined });
  });
});
