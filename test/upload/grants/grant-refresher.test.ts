import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GrantRefresher } from '../../../src/upload/grants/grant-refresher.ts';
import { RetryPolicy } from '../../../src/upload/retry/retry-policy.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';

describe('GrantRefresher', () => {
  it('keeps what the last part said of the video when the answer to an earlier part comes after it', () => {
    const environment = new FakeEnvironment(new FakeService());
    const retries = new RetryPolicy(environment, () => {});
    const grants = new GrantRefresher(makeFile(10), () => ({}), environment, retries);
    const whole = { videoId: 'vi1', title: 'clip', assets: { hls: 'https://assets.example/vi1.m3u8' } };
    grants.takeVideo(whole);
    grants.takeVideo({ videoId: 'vi1', title: undefined, assets: undefined });
    assert.deepEqual(grants.video, whole);
  });
});
