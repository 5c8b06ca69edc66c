import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { isVhError, VhError } from '../../../src/core/errors/vh-error.ts';

describe('VhError', () => {
  it('carries its code and the details of the answer', () => {
    const cause = new TypeError('below');
    const error = new VhError('rate-limited', 'Too many.', { cause, status: 429, slug: 'too-many-requests' });
    assert.ok(error instanceof Error);
    assert.deepEqual(
      [error.name, error.code, error.message, error.status, error.slug, error.cause],
      ['VhError', 'rate-limited', 'Too many.', 429, 'too-many-requests', cause],
    );
    assert.equal('cause' in new VhError('network', 'Gone.'), false);
  });
});

describe('a VhError of a bundle that renames everything', () => {
  it('is called VhError in a log, and is known to another copy', async () => {
    const { outputFiles } = await build({
      ...{ entryPoints: [path.resolve('src/core/errors/vh-error.ts')], write: false },
      ...({ bundle: true, minify: true, format: 'esm' } as const),
    });
    const text = outputFiles[0]?.text ?? '';
    assert.doesNotMatch(text, /class VhError/);
    const copy = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
      VhError: typeof VhError;
      isVhError: typeof isVhError;
    };
    const error = new copy.VhError('network', 'Gone.');
    assert.deepEqual([error.name, String(error)], ['VhError', 'VhError: Gone.']);
    assert.equal(error instanceof VhError, false);
    assert.deepEqual([isVhError(error, 'network'), isVhError(error, 'timeout')], [true, false]);
    assert.equal(copy.isVhError(new VhError('timeout', 'Late.')), true);
  });
});

describe('isVhError', () => {
  it('knows one of another copy of the library', () => {
    const foreign = Object.assign(new Error('x'), { name: 'VhError', code: 'network' });
    assert.equal(isVhError(foreign), true);
    assert.equal(isVhError(foreign, 'network'), true);
    assert.equal(isVhError(foreign, 'timeout'), false);
  });

  it('is not taken in', () => {
    const likes = [undefined, null, 'VhError', { name: 'VhError', code: 'network' }, new Error('VhError')];
    for (const like of [...likes, Object.assign(new Error('x'), { name: 'VhError' })]) {
      assert.equal(isVhError(like), false);
    }
  });
});
