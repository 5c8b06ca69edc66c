import { expect } from 'chai';
import { pageConfig } from '../../src/core/config.ts';

const entry = new URL('../../src/cdn/vh-elements.ts', import.meta.url).href;

/** Puts the single script on the page, as its author would, and waits until it has run. */
async function addScript(data: Record<string, string>): Promise<void> {
  const script = document.createElement('script');
  Object.assign(script, { type: 'module', src: entry });
  Object.assign(script.dataset, data);
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
  });
  document.head.append(script);
  await loaded;
}

describe('the single script', () => {
  before(() => addScript({ baseUrl: 'https://video.example', backend: '/video', locale: 'de', other: 'no' }));

  it('takes the defaults from its own tag', () => {
    expect(pageConfig()).to.deep.equal({ baseUrl: 'https://video.example', backend: '/video', locale: 'de' });
  });

  for (const tag of ['vh-uploader', 'vh-player', 'vh-captions-picker']) {
    it(`registers <${tag}>`, () => {
      expect(customElements.get(tag)).to.be.a('function');
    });
  }

  it('loads the transcript once the page has one', async () => {
    expect(customElements.get('vh-transcript')).to.equal(undefined);
    const transcript = document.createElement('vh-transcript');
    document.body.append(transcript);
    await customElements.whenDefined('vh-transcript');
    transcript.remove();
  });
});
