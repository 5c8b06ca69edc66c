import '../../../src/define/vh-upload-status.ts';
import { expect } from 'chai';
import type { VhUploadStatus } from '../../../src/define/vh-upload-status.ts';
import { EVERYTHING, inheritedStyles } from '../support/inherited-styles.ts';
import { paintedWith } from '../support/painted-with.ts';
import { seenParts } from '../../support/elements/seen-parts.ts';
import { StatusHarness } from '../../support/elements/status-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../support/elements/uploader-page.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { serve } from '../../support/upload/uploader-network.ts';
import { until } from '../../support/until.ts';

/** Firefox keeps for as long as a document lives that a module did not come. */
const asksAgain = !navigator.userAgent.includes('Firefox');

describe('<vh-upload-status> and the names that a page can style', () => {
  const sheet = new CSSStyleSheet();
  let status: StatusHarness;
  beforeEach(() => {
    setUpPage();
    status = new StatusHarness(stage.appendChild(document.createElement('vh-upload-status')));
  });
  afterEach(async () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    await clearPage();
  });

  const shows = (...names: string[]) =>
    status.until(() => names.every((name) => seenParts(status.element, name).length > 0));

  /** One file that has failed, and one of which two parts of three are on their way. */
  async function begin(): Promise<void> {
    const uploader = await show({ multiple: '', concurrency: '1' });
    service.faults.push({ status: 400 }, undefined, 'silence', 'silence');
    uploader.choose(makeFile(9, 'failed.mp4'), makeFile(10, 'trip.mp4'));
    await status.until(() => status.bar !== '0');
    await shows('failure', 'progress-fill');
  }

  it('are its parts', async () => {
    await begin();
    await shows('status', 'total', 'failure', 'progress', 'progress-fill');
    await shows('retry-button', 'pause-button', 'show-button');
  });

  it('are the colours and corners, each of something that shows', async () => {
    await begin();
    seenParts(status.element, 'pause-button')[0]?.focus({ focusVisible: true });
    for (const [name, part] of [
      ['--vh-accent', 'progress-fill'],
      ['--vh-surface', 'status'],
      ['--vh-surface-sunken', 'progress'],
      ['--vh-text', 'total'],
      ['--vh-line', 'status'],
      ['--vh-danger', 'failure'],
      ['--vh-radius', 'status'],
      ['--vh-focus', 'pause-button'],
    ] as const) {
      const value = name === '--vh-radius' ? '31px' : 'rgb(9, 87, 201)';
      const [seen] = seenParts(status.element, part);
      if (!seen) throw new TypeError(`There is no ${part}.`);
      expect(paintedWith(status.element, value), name).to.deep.equal([]);
      status.element.style.setProperty(name, value);
      const painted = paintedWith(status.element, value);
      expect(
        painted.some((one) => one.startsWith(`${seen.localName}.${seen.className} `)),
        `${name}: ${painted.join()}`,
      ).to.equal(true);
      status.element.style.removeProperty(name);
    }
  });

  it("are all that a page's styles for everything leave as it is", async () => {
    await begin();
    const before = inheritedStyles(status.element);
    expect(before).to.not.have.length(0);
    sheet.replaceSync(EVERYTHING);
    document.adoptedStyleSheets.push(sheet);
    expect(inheritedStyles(status.element)).to.deep.equal(before);
  });

  it('tells the page once where its code could not be fetched, and shows the uploads at the next need', async () => {
    const frame = document.createElement('iframe');
    frame.srcdoc =
      '<!doctype html><html lang="en"><body><vh-uploader multiple></vh-uploader><vh-upload-status></vh-upload-status>';
    stage.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const window = frame.contentWindow as Window & typeof globalThis;
    serve(service, window);
    const uploader = window.document.querySelector('vh-uploader');
    const element: VhUploadStatus | null = window.document.querySelector('vh-upload-status');
    if (!uploader || !element) throw new TypeError('The frame is empty.');
    const told: string[] = [];
    element.addEventListener('vh-error', ({ code }) => told.push(code));
    window.addEventListener('unhandledrejection', () => told.push('unhandled'));
    uploader.grant = { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } };
    const path = `/without/status-view/1/${crypto.randomUUID()}/src/define`;
    for (const tag of ['vh-uploader', 'vh-upload-status'])
      await (window.eval(`import('${path}/${tag}.ts')`) as Promise<unknown>);
    const send = (name: string) =>
      uploader.upload(new window.File([makeBytes(10)], name, { type: 'video/mp4' }));
    service.faults.push(undefined, 'silence', 'silence');
    send('a.mp4');
    await until(() => told.length > 0);
    send('b.mp4');
    const inFrame = new StatusHarness(element);
    await until(
      () => !asksAgain || inFrame.text !== '',
      () => [told, inFrame.text],
    );
    expect(told).to.deep.equal(['code-unavailable']);
  });
});
