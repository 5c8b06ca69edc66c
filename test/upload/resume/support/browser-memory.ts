import assert from 'node:assert/strict';
import type { UploadRecord } from '../../../../src/upload/ports/upload-record.ts';
import type { TabMessage } from '../../../../src/upload/resume/tabs/tab-channel.ts';
import { BrowserMemory, type MemoryOptions } from '../../../../src/upload/resume/browser-memory.ts';
import type { FakeSite } from '../../support/fake-site.ts';
import { makeFile } from '../../../support/upload/uploader-file.ts';
import { until } from '../../../support/until.ts';

/** Where the uploads of the tests go. */
export const SCOPE = 'backend https://site.example/vh';
/** Milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;
/** An upload of which half is stored. */
export const HALF_UPLOADED: UploadRecord = {
  protocol: 'parts',
  endpoint: 'https://service.example/upload',
  videoId: 'vi1',
  parts: [
    { from: 0, to: 4, stored: true },
    { from: 4, to: 8, stored: false },
  ],
  wire: ['an-upload-id'],
};

/** Opens a memory in a new tab of the site. */
export function openTestMemory(site: FakeSite, options: Partial<MemoryOptions> = {}, tab = site.tab()) {
  const followed: TabMessage[] = [];
  const lost: unknown[] = [];
  const ended = new AbortController();
  const opening = BrowserMemory.open({
    file: makeFile(10),
    scope: SCOPE,
    environment: tab,
    signal: ended.signal,
    onOtherTab: (sent) => followed.push({ sent }),
    onLost: (error) => lost.push(error),
    ...options,
  });
  const memory = opening.then((opened) => opened ?? assert.fail('this page sends it already'));
  return { memory, followed, lost, ended, tab };
}

/** Why a test stops something. */
export const STOPPED = new Error('stopped');

/** Resolves when a tab that waits for its turn has seen the other so often. */
export async function waitForMessages(tab: { followed: TabMessage[] }, times = 1): Promise<void> {
  await until(() => tab.followed.length >= times);
}
