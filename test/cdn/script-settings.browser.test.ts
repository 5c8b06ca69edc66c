import { expect } from 'chai';
import { pageConfig } from '../../src/core/config.ts';
import { until } from '../support/until.ts';

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

  it('takes the defaults from its script tag', () => {
    expect(pageConfig()).to.deep.equal({ baseUrl: 'https://video.example', backend: '/video', locale: 'de' });
  });

  for (const tag of ['vh-uploader', 'vh-upload-status', 'vh-player', 'vh-captions-picker', 'vh-transcript']) {
    it(`registers <${tag}>, also for a shadow root`, () => {
      expect(customElements.get(tag)).to.be.a('function');
      const root = document.createElement('div').attachShadow({ mode: 'closed' });
      document.body.append(root.host);
      root.innerHTML = `<${tag}></${tag}>`;
      expect(root.querySelector(tag)?.matches(':defined')).to.equal(true);
      root.host.remove();
    });
  }

  const requested = () => performance.getEntriesByType('resource').map(({ name }) => name);

  it('loads the code of a transcript with the first one', async () => {
    const isThere = () => requested().some((name) => name.includes('transcript-view'));
    expect(requested().some((name) => name.includes('vh-transcript'))).to.equal(true);
    const transcript = document.createElement('vh-transcript');
    document.body.append(transcript);
    await until(isThere);
    transcript.remove();
  });
});
