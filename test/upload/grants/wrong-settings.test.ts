import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UploadProtocol } from '../../../src/core/wire/grant.ts';
import type { VhErrorCode } from '../../../src/core/errors/vh-error.ts';
import type { GrantSettings } from '../../../src/upload/ports/grant-settings.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { assertFailed, waitForEnd } from '../../support/upload/upload-run.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';

/** What an attribute may hold, whatever its type says. */
const asWritten = (text: string) => text as UploadProtocol;

describe('an upload that is set up wrongly', () => {
  const service = new FakeService();
  const token = { token: 'good', baseUrl: new URL(service.url).origin };
  const cases: readonly [what: string, settings: GrantSettings, code: VhErrorCode, says: RegExp][] = [
    [
      'an unknown wire',
      { ...token, protocol: asWritten('foo') },
      'invalid-use',
      /parts, tus, put, ietf or s3/,
    ],
    [
      'a wire in capitals',
      { ...token, protocol: asWritten('TUS') },
      'invalid-use',
      /parts, tus, put, ietf or s3/,
    ],
    [
      'a wire of objects',
      { ...token, protocol: asWritten('__proto__') },
      'invalid-use',
      /parts, tus, put, ietf or s3/,
    ],
    [
      'a script for the service',
      { token: 'good', baseUrl: 'javascript:alert(1)//' },
      'invalid-use',
      /http or https/,
    ],
    ['no address for the service', { token: 'good', baseUrl: 'https://' }, 'invalid-use', /http or https/],
    ['a script for the backend', { backend: 'javascript:alert(1)//' }, 'invalid-use', /http or https/],
    ['no address for the backend', { backend: 'https://' }, 'invalid-use', /http or https/],
    [
      'nothing',
      { token: '', backend: '', protocol: asWritten('') },
      'grant-missing',
      /token, a grant or a backend/,
    ],
  ];
  for (const [what, settings, code, says] of cases) {
    it(`says that ${what} cannot be, without a request`, async () => {
      const upload = new Upload(makeFile(10), {
        settings: () => settings,
        environment: new FakeEnvironment(service),
      });
      upload.start();
      const state = await waitForEnd(upload);
      assertFailed(state, code);
      assert.match(state.status === 'failed' ? state.error.message : '', says);
      assert.equal(service.seen.length, 0);
    });
  }

  it("takes the grant's own wire, whatever the page has written", async () => {
    const grant = { ...token, protocol: 'parts' as const, url: service.url };
    const settings = { grant, protocol: asWritten('foo') };
    const upload = new Upload(makeFile(10), {
      settings: () => settings,
      environment: new FakeEnvironment(service),
    });
    upload.start();
    assert.equal((await waitForEnd(upload)).status, 'playable');
  });

  it('says of a grant whose own wire is unknown that the answer was unexpected', async () => {
    const grant = { url: service.url, token: 'good', protocol: asWritten('foo') };
    const upload = new Upload(makeFile(10), {
      settings: () => ({ grant }),
      environment: new FakeEnvironment(service),
    });
    upload.start();
    assertFailed(await waitForEnd(upload), 'unexpected-answer');
  });
});
