import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GrantRefresher } from '../../../src/upload/grants/grant-refresher.ts';
import { ResumeMemory } from '../../../src/upload/resume/resume-memory.ts';
import { RetryPolicy } from '../../../src/upload/retry/retry-policy.ts';
import { UploadTarget } from '../../../src/upload/sending/upload-target.ts';
import { makeFile } from '../../support/uploader-file.ts';
import { FakeService } from '../../support/uploader-service.ts';
import { FakeEnvironment } from '../../support/fake-environment.ts';

describe('UploadTarget', () => {
  it('keeps what the last part said of the video when the answer to an earlier part comes after it', () => {
    const file = makeFile(10);
    const environment = new FakeEnvironment(new FakeService());
    const describe = () => ({ file, settings: {}, handle: undefined, onOtherTab: () => {} });
    const memory = new ResumeMemory({ open: undefined, describe, environment, onLost: () => {} });
    const grants = new GrantRefresher(file, () => ({}), environment, new RetryPolicy(environment, () => {}));
    const target = new UploadTarget(grants, memory);
    const whole = { videoId: 'vi1', title: 'clip', assets: { hls: 'https://assets.example/vi1.m3u8' } };
    target.updateVideo(whole);
    target.updateVideo({ videoId: 'vi1', title: undefined, assets: undefined });
    assert.deepEqual(target.video, whole);
  });
});
