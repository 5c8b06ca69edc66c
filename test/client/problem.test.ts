import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemToError } from '../../src/client/problem.ts';
import type { VhErrorCode } from '../../src/core/errors/vh-error.ts';
import { problem } from './support/answers-in-turn.ts';

describe('problemToError', () => {
  it('has a code for what the service says', async () => {
    const codes: [number, string, VhErrorCode][] = [
      [400, 'uploaded-file-too-large', 'file-too-large'],
      [400, 'uploaded-file-empty', 'file-empty'],
      [400, 'uploaded-file-malformed', 'upload-refused'],
      [400, 'video-source-already-uploaded', 'upload-refused'],
      [401, 'authentication-invalid-upload-token', 'token-invalid'],
      [400, 'authentication-invalid-upload-token', 'token-invalid'],
      [401, 'authentication-missing-authorization-header', 'token-invalid'],
      [403, 'authorization-suspended-account', 'grant-refused'],
      [404, 'resource-not-found', 'not-found'],
      [410, 'gone', 'not-found'],
      [413, 'anything', 'file-too-large'],
      [429, 'too-many-requests', 'rate-limited'],
      [500, 'anything', 'service-unavailable'],
      [400, 'attribute-required', 'request-refused'],
      [418, 'anything', 'request-refused'],
    ];
    for (const [status, slug, code] of codes) {
      const error = await problemToError(problem(status, slug), 'The upload');
      assert.deepEqual([error.code, error.status, error.slug], [code, status, slug]);
      assert.equal(error.message, `The upload was answered with ${String(status)} (A reason.).`);
    }
  });

  it('goes by the status where the body cannot be read', async () => {
    const bodies: [string | null, string][] = [
      [null, 'application/json'],
      ['<html>token</html>', 'text/html'],
      ['{"type":', 'application/problem+json'],
      ['[]', 'application/json'],
      ['null', 'application/json'],
      ['{"type":7,"title":{"a":1}}', 'application/json'],
      [`{"title":"${'x'.repeat(100_000)}"}`, 'application/json'],
    ];
    for (const [body, type] of bodies) {
      const response = new Response(body, { status: 404, headers: { 'content-type': type } });
      const error = await problemToError(response, 'The request');
      assert.equal(error.code, 'not-found');
      assert.equal(error.message, 'The request was answered with 404.');
      assert.equal(error.slug, undefined);
    }
  });

  it('cancels an unread body', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        cancelled = true;
      },
    });
    await problemToError(new Response(body, { status: 502 }), 'The request');
    assert.equal(cancelled, true);
  });

  it('does not wait for a cloned body', async () => {
    const response = new Response('x'.repeat(200_000), { status: 502 });
    const clone = response.clone();
    assert.equal((await problemToError(response, 'The request')).code, 'service-unavailable');
    assert.equal((await clone.text()).length, 200_000);
  });

  it('repeats a reason, but nothing in it that may be a secret', async () => {
    const reasons = [
      ['The file is too short: 12 bytes.', 'The file is too short: 12 bytes.'],
      ['Token to4blUQJFrYWbaG44NChkH27 is gone.', 'Token … is gone.'],
      ['See https://host.example/upload?token=to4blUQJFrYWbaG4', 'See …'],
      ['Key 3f2a91bc77de is unknown.', 'Key … is unknown.'],
      ['Bearer eyJhbGciOi.JIUzI1NiIsIn.R5cCI6IkpXVCJ9 expired', 'Bearer … expired'],
    ];
    for (const [title, reported] of reasons) {
      const error = await problemToError(problem(400, 'x', { title }), 'The request');
      assert.equal(error.message, `The request was answered with 400 (${String(reported)}).`);
    }
  });

  it('takes no slug that is not one', async () => {
    for (const type of [
      'https://x.example/',
      'https://x.example/a?token=b',
      'x y',
      'z'.repeat(100),
      '../é',
    ]) {
      const error = await problemToError(problem(400, '', { type }), 'The request');
      assert.equal(error.slug, undefined, type);
    }
  });
});
