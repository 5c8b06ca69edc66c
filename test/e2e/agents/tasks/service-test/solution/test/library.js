import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { useSandbox } from 'vh-elements-sandbox/testing';
import { retitle, withdraw } from '../library.js';

const sandbox = useSandbox({ beforeAll: before, beforeEach, afterAll: after });

const makeVideo = async () => {
  const attributes = { title: 'Dawn', description: 'At the lake' };
  const { videoId } = await sandbox().ask('POST', '/videos', attributes);
  return videoId;
};

test('retitle() changes the title alone', async () => {
  const videoId = await makeVideo();
  await retitle(sandbox(), videoId, 'Dusk');
  const { title, description } = await sandbox().ask('GET', `/videos/${videoId}`);
  assert.deepEqual({ title, description }, { title: 'Dusk', description: 'At the lake' });
});

test('withdraw() takes a video out of public sight', async () => {
  const videoId = await makeVideo();
  await withdraw(sandbox(), videoId);
  assert.equal((await sandbox().ask('GET', `/videos/${videoId}`)).public, false);
});
