import assert from 'node:assert/strict';
import type { UploadRecord } from '../../src/upload/upload-memory.ts';
import type { TabNews } from '../../src/upload/resume/tab-news.ts';
import { KeptMemory, type MemoryOptions } from '../../src/upload/resume/kept-memory.ts';
import type { FakeSite } from './resume-tabs.ts';
import { makeFile } from './uploader-file.ts';

/** Where the uploads of the tests go. */
export const SCOPE = 'backend https://site.example/vh';
/** Milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;
/** An upload of which half is stored. */
export const HALF: UploadRecord = {
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
export function openMemory(site: FakeSite, options: Partial<MemoryOptions> = {}, tab = site.tab()) {
  const followed: TabNews[] = [];
  const lost: unknown[] = [];
  const ended = new AbortController();
  const opening = KeptMemory.open({
    file: makeFile(10),
    scope: SCOPE,
    world: tab,
    signal: ended.signal,
    onFollow: (news) => followed.push(news),
    onLost: (error) => lost.push(error),
    ...options,
  });
  const memory = opening.then((opened) => opened ?? assert.fail('this page sends it already'));
  return { memory, followed, lost, ended, tab };
}

/** Why a test stops something. */
export const stop = new Error('stopped');

/** Resolves when a tab that waits for its turn has heard of the other so often. */
export async function heard(tab: { followed: TabNews[] }, times = 1): Promise<void> {
  while (tab.followed.length < times) await new Promise((resolve) => setImmediate(resolve));
}
