import { expect } from 'chai';
import type { VhUploader } from '../../../src/define/vh-uploader.ts';
import { makeBytes } from '../../support/uploader-file.ts';
import { UploaderHarness } from '../../support/uploader-harness.ts';
import { serve } from '../../support/uploader-network.ts';
import { clearPage, service, setUpPage, stage } from '../../support/uploader-page.ts';

/** A page under a strict policy with an uploader on it, and what its policy has refused. */
async function strictPage(attributes: Record<string, string>) {
  const frame = document.createElement('iframe');
  frame.src = '/test/support/uploader-strict.html';
  stage.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const page = frame.contentWindow as Window & typeof globalThis;
  const violations: string[] = [];
  page.document.addEventListener('securitypolicyviolation', (event) =>
    violations.push(`${event.violatedDirective} ${event.blockedURI}`),
  );
  serve(service, page);
  await page.customElements.whenDefined('vh-uploader');
  const uploader = new UploaderHarness(page.document.querySelector('vh-uploader') as VhUploader);
  for (const [name, value] of Object.entries(attributes)) uploader.element.setAttribute(name, value);
  uploader.element.grant = {
    protocol: 'parts',
    url: service.url,
    token: 'good',
    partSize: { min: 4, max: 4 },
  };
  await uploader.element.updateComplete;
  const file = (name: string, bytes: BlobPart = makeBytes(10)) =>
    new page.File([bytes], name, { type: 'video/mp4' });
  return { page, uploader, file, violations };
}

describe('<vh-uploader> under a strict content security policy, Trusted Types too', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('breaks no rule with one file, in any state', async () => {
    const { page, uploader, file, violations } = await strictPage({});
    service.faults.push({ status: 400 }, undefined, 'silence');
    uploader.element.upload(file('clip.mp4'));
    await uploader.when('vh-error');
    uploader.press('Try again');
    await uploader.until(() => uploader.bar?.value === '40');
    uploader.press('Pause');
    await uploader.until(() => uploader.buttons.includes('Resume'));
    uploader.press('Resume');
    await uploader.when('vh-upload-playable');
    expect(uploader.find('.badge')?.getBoundingClientRect().width, 'the styles are there').to.be.greaterThan(
      0,
    );
    const answer = await page.fetch('/test/media/dusk.mp4');
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good' };
    uploader.element.upload(file('dusk.mp4', await answer.arrayBuffer()));
    await uploader.until(() => uploader.find('.poster') !== undefined);
    uploader.element.setAttribute('api-key', 'x');
    await uploader.until(() => uploader.text.includes('API key'));
    expect(violations).to.deep.equal([]);
  });

  it('breaks no rule with several', async () => {
    const { uploader, file, violations } = await strictPage({ multiple: '', lang: 'de' });
    service.faults.push('silence', { status: 400 });
    uploader.element.upload(['a', 'b', 'c'].map((name) => file(`${name}.mp4`, `${name}123456789`)));
    await uploader.when('vh-error');
    await uploader.until(() => uploader.element.values.length === 1);
    uploader.element.pause();
    await uploader.until(() => uploader.bar !== undefined);
    expect(violations).to.deep.equal([]);
  });
});
