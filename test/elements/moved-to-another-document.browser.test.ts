import { expect } from 'chai';
import '../../src/define/vh-captions-picker.ts';
import '../../src/define/vh-player.ts';
import '../../src/define/vh-transcript.ts';
import '../../src/define/vh-upload-status.ts';
import { countStyleSheets } from './support/count-style-sheets.ts';
import { holds } from './support/inherited-styles.ts';
import { makeFile } from '../support/upload/uploader-file.ts';
import { until } from '../support/until.ts';
import { clearPage, service, setUpPage, show, stage } from '../support/elements/uploader-page.ts';

/** The document of a frame on the page. */
async function anotherDocument(): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.srcdoc = '<!doctype html><title>Another document</title>';
  stage.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const { contentDocument } = frame;
  if (!contentDocument) throw new TypeError('The frame has no document.');
  return contentDocument;
}

describe('An element that is moved into another document', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  for (const tag of [
    'vh-uploader',
    'vh-upload-status',
    'vh-player',
    'vh-captions-picker',
    'vh-transcript',
  ] as const) {
    it(`keeps its look: <${tag}>`, async () => {
      const element = document.createElement(tag);
      stage.append(element);
      await element.updateComplete;
      // Its content, with a look of its own, comes later.
      if (tag === 'vh-transcript') await until(() => holds(element, '[role=status]'));
      const look = (one: Element) => {
        const { display, fontSize } = getComputedStyle(one);
        return { display, fontSize, sheets: countStyleSheets(one) };
      };
      const before = look(element);
      expect(before.sheets).to.be.greaterThan(0);
      const other = await anotherDocument();
      other.body.append(element);
      await until(() => look(element).sheets === before.sheets);
      expect(look(element)).to.deep.equal(before);
      stage.append(element);
      await until(() => look(element).sheets === before.sheets);
      expect(look(element)).to.deep.equal(before);
    });
  }

  it('keeps the look of its rows, whenever they came', async () => {
    const early = await show();
    early.choose(makeFile(10));
    await early.when('vh-upload-done');
    const late = await show();
    const other = await anotherDocument();
    other.body.append(early.element, late.element);
    service.faults.push('silence');
    late.choose(makeFile(12, 'other.mp4'));
    await late.until(() => late.rows.length === 1);
    for (const uploader of [early, late]) {
      await uploader.until(() => uploader.isDressed);
      const row = uploader.find('.row');
      expect(row && getComputedStyle(row).display).to.equal('flex');
    }
  });
});
