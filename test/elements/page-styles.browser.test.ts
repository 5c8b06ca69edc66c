import { expect } from 'chai';
import '../../src/define/vh-captions-picker.ts';
import '../../src/define/vh-player.ts';
import '../../src/define/vh-transcript.ts';
import '../../src/define/vh-uploader.ts';
import { EVERYTHING, holds, inheritedStyles } from './support/inherited-styles.ts';
import { until } from '../support/until.ts';

const FILM = '<video id="film"><track kind="captions" srclang="en" label="English"></video>';

/** The markup of each element, and its content before measuring. */
const ELEMENTS: readonly (readonly [tag: string, markup: string, content: string])[] = [
  ['vh-player', '<vh-player src="/media/dusk.mp4" heading="Dusk" load="intent"></vh-player>', '.facade'],
  ['vh-player', '<vh-player src="/media/dusk.mp4" muted autoplay loop load="now"></vh-player>', '.controls'],
  ['vh-uploader', '<vh-uploader token="to" base-url="/api"></vh-uploader>', '[part=choose-button]'],
  ['vh-captions-picker', `${FILM}<vh-captions-picker for="film"></vh-captions-picker>`, 'button:enabled'],
  ['vh-transcript', '<vh-transcript></vh-transcript>', '.message'],
];

describe("a page's styles for everything", () => {
  const box = document.createElement('div');
  const sheet = new CSSStyleSheet();
  afterEach(() => {
    box.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });

  for (const [tag, markup, content] of ELEMENTS) {
    it(`change nothing in a <${tag}> with ${content}`, async () => {
      box.innerHTML = markup;
      document.body.append(box);
      const element = box.querySelector(tag);
      if (!element) throw new TypeError(`There is no <${tag}>.`);
      await until(() => holds(element, content));
      const before = inheritedStyles(element);
      expect(before).to.not.have.length(0);
      sheet.replaceSync(EVERYTHING);
      document.adoptedStyleSheets.push(sheet);
      expect(inheritedStyles(element)).to.deep.equal(before);
    });
  }
});
