import { expect } from 'chai';
import { isVhError } from '../../src/core/errors/vh-error.ts';

const entry = new URL('../../src/cdn/vh-elements.ts', import.meta.url).href;

describe('the single script with an API key in its tag', () => {
  it('logs an error without the key', async () => {
    // A reported error would count as this test's own failure.
    const { reportError } = globalThis;
    const heard = new Promise<unknown>((resolve) => (globalThis.reportError = resolve));
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', src: entry });
    script.dataset['apiKey'] = 'secret-value';
    document.head.append(script);
    const error = await heard;
    globalThis.reportError = reportError;
    expect(isVhError(error, 'api-key-in-page')).to.equal(true);
    expect(String(error)).not.to.contain('secret-value');
    await customElements.whenDefined('vh-player');
  });
});
