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
const at = (sent: number) => ({ sent, total: 10, speed: undefined, secondsLeft: undefined });

describe('what the uploader says without a connection', () => {
  it('says that sent bytes are kept only where some were sent', () => {
    const failed = (sent: number) =>
      describeState(
        { state: { ...at(sent), status: 'failed', error: new VhError('network', ''), video: undefined } },
        language,
      );
    assert.equal(failed(0), words.notReached);
    assert.ok(!failed(0).includes('kept'));
    assert.equal(failed(1), words.unreachable);
  });

  it('says that a connection was lost only where there was one', () => {
    const waiting = (sent: number) =>
      describeState(
        { state: { ...at(sent), status: 'waiting', why: 'network', until: undefined } },
        language,
      );
    assert.equal(waiting(0), words.noConnection);
    assert.equal(waiting(1), words.network);
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
    assert.equal(remedyFor('grant-refused'), 'retry');
  });

  it('says that the session has ended where there was one', () => {
    assert.equal(failed('token-expired'), words.rightEnded);
    assert.equal(remedyFor('token-expired'), 'reload');
  });
});
