import type { VhUploader } from '../../../../src/define/vh-uploader.ts';
import { makeBytes } from '../../../support/upload/uploader-file.ts';
import { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { serve } from '../../../support/upload/uploader-network.ts';
import { service, stage } from '../../../support/elements/uploader-page.ts';

/**
 * A page of its own with an uploader on it, under a strict policy, and what that has refused. It loads the script-tag file: a
 * few requests for each page, where the modules are over a hundred.
 */
export async function openFrame(attributes: Record<string, string>) {
  const frame = document.createElement('iframe');
  frame.src = '/test/elements/uploader/support/uploader-strict.html';
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
  return { frame, page, uploader, file, violations };
}
