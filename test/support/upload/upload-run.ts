import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import type { VhErrorCode } from '../../../src/core/errors/vh-error.ts';
import type { GrantSettings } from '../../../src/upload/ports/grant-settings.ts';
import { isUnfinished, type UploadState, type UploadStatus } from '../../../src/upload/ports/upload-state.ts';
import { Upload } from '../../../src/upload/upload.ts';
import type { UploadOptions } from '../../../src/upload/upload-options.ts';
import { makeBytes, makeFile } from './uploader-file.ts';
import { FakeService } from './uploader-service.ts';
import { FakeEnvironment } from './fake-environment.ts';

/** Bytes of the file. */
export const SIZE = 10;
/** Bytes of a part. */
export const PARTS = { min: 4, max: 4 };

/** An upload of ten bytes in parts of four, and everything around it. */
export function setUpUpload(
  settings: Partial<GrantSettings> = {},
  options: Partial<UploadOptions> = {},
  file = makeFile(SIZE),
  service = new FakeService(),
) {
  const environment = new FakeEnvironment(service);
  const grant = { protocol: 'parts', url: service.url, token: 'good', partSize: PARTS } as const;
  const upload = new Upload(file, { settings: () => ({ grant, ...settings }), environment, ...options });
  const states: UploadState[] = [];
  upload.store.subscribe((state) => states.push(state));
  running.add(upload);
  return { service, environment, upload, states, grant };
}

/** The same, into a video that the grant names. */
export function setUpUploadInto(videoId: string, file = makeFile(SIZE), service = new FakeService()) {
  const grant = { protocol: 'parts', url: service.url, token: 'good', partSize: PARTS, videoId } as const;
  return setUpUpload({ grant }, {}, file, service);
}

/** What a test has begun, and may have left under way. */
const running = new Set<Upload>();

/** Resolves at the first state that `wanted` likes, the present one included. */
export function waitForState(upload: Upload, wanted: (state: UploadState) => boolean): Promise<UploadState> {
  if (wanted(upload.store.state)) return Promise.resolve(upload.store.state);
  return new Promise((resolve) => {
    const stop = upload.store.subscribe((state) => {
      if (!wanted(state)) return;
      stop();
      resolve(state);
    });
  });
}

/** Resolves once it is in that state. */
export const waitForStatus = (upload: Upload, status: UploadStatus) =>
  waitForState(upload, (state) => state.status === status);
/** Resolves once nothing more is to be sent. */
export const waitForEnd = (upload: Upload) =>
  waitForState(upload, ({ status }) => !isUnfinished(status) && status !== 'idle' && status !== 'processing');
/** The states that it went through, each once. */
export const statusSequence = (states: UploadState[]) =>
  states.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1]);

/** One video, with every byte of the file. */
export function assertWhole(service: FakeService, size = SIZE): void {
  assert.equal(service.videos.size, 1, 'exactly one video');
  assert.deepEqual(service.bytes(), Uint8Array.from(makeBytes(size)));
}

/** Failed for that reason, which reveals no token. */
export function assertFailed(state: UploadState, code: VhErrorCode): void {
  assert.equal(state.status, 'failed');
  assert.equal(state.error.code, code);
  assert.ok(
    !/good|stale|token=/.test(`${state.error.message}${String(state.error.stack)}`),
    'no token in the error',
  );
}

afterEach(() => {
  for (const upload of running) upload.cancel();
  running.clear();
});
