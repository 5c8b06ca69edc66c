import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VhError } from '../../../../src/core/errors/vh-error.ts';
import {
  describeState,
  remedyFor,
  type Language,
} from '../../../../src/elements/uploader/row/describe-state.ts';
import { uploaderZone } from '../../../../src/locales/en/uploader-zone.ts';
import { uploader } from '../../../../src/locales/en/uploader.ts';

const words = { ...uploaderZone, ...uploader };
const language: Language = { words, locale: 'en' };
const at = (sent: number, stored = 0) => ({
  ...{ sent, stored, total: 10 },
  ...{ speed: undefined, secondsLeft: undefined },
});

describe('what the uploader says without a connection', () => {
  it('says that sent bytes are kept only where the service has some', () => {
    const failed = (sent: number, stored: number) =>
      describeState(
        {
          state: {
            ...at(sent, stored),
            status: 'failed',
            error: new VhError('network', ''),
            video: undefined,
          },
        },
        language,
      );
    assert.equal(failed(0, 0), words.notReached);
    assert.equal(failed(10, 0), words.notReached);
    assert.ok(!failed(10, 0).includes('kept'));
    assert.equal(failed(10, 4), words.unreachable);
  });

  it('says 100% only once the service has every byte', () => {
    const uploading = (sent: number, stored: number) =>
      describeState({ state: { ...at(sent, stored), status: 'uploading' } }, language);
    assert.equal(uploading(10, 4), `99% · ${words.finishing}`);
    assert.ok(uploading(10, 10).startsWith('100%'));
    assert.ok(uploading(5, 0).startsWith('50%'));
  });

  it('says that a connection was lost only where there was one', () => {
    const waiting = (sent: number) =>
      describeState(
        { state: { ...at(sent), status: 'waiting', why: 'network', until: undefined } },
        language,
      );
    assert.equal(waiting(0), words.noConnection);
    assert.ok(waiting(1).startsWith(words.network));
  });

  it('says while it waits how much is stored, or has left, and never that all of it has', () => {
    const waiting = (sent: number, stored: number, until?: number) =>
      describeState(
        { state: { ...at(sent, stored), status: 'waiting', why: until ? 'busy' : 'offline', until } },
        language,
      );
    assert.equal(waiting(0, 0), words.offline);
    assert.equal(waiting(6, 4), `${words.offline} · 4 of 10 byte stored`);
    assert.equal(waiting(10, 4), `${words.offline} · 4 of 10 byte stored`);
    assert.equal(waiting(6, 0), `${words.offline} · 6 of 10 byte`);
    assert.equal(waiting(10, 0), words.offline);
    assert.ok(waiting(6, 4, Date.now() + 60_000).endsWith('4 of 10 byte stored'));
  });
});

describe('what the uploader says to a visitor who may not upload', () => {
  const failed = (code: 'grant-refused' | 'token-expired') =>
    describeState(
      { state: { ...at(0), status: 'failed', error: new VhError(code, ''), video: undefined } },
      language,
    );

  it('does not say "session ended" to a visitor without a session, and offers a retry', () => {
    assert.equal(failed('grant-refused'), words.notAllowed);
    assert.equal(remedyFor(new VhError('grant-refused', '')), 'retry');
  });

  it('says that the session has ended where there was one', () => {
    assert.equal(failed('token-expired'), words.rightEnded);
    assert.equal(remedyFor(new VhError('token-expired', '')), 'reload');
  });
});
