import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retitle, withdraw } from '../library.js';

const service = { url: 'http://service.invalid', apiKey: 'a key' };

test('both ask the service', async () => {
  const asked = [];
  globalThis.fetch = async (address, { method }) => {
    asked.push(`${method} ${address}`);
    return new Response('{}');
  };
  await retitle(service, 'vi1', 'Dusk');
  await withdraw(service, 'vi1');
  assert.deepEqual(asked, Array(2).fill('PATCH http://service.invalid/videos/vi1'));
});
