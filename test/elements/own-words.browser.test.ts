import { expect } from 'chai';
import { configure } from '../../src/index.ts';
import '../../src/define/vh-captions-picker.ts';
import { CaptionsPickerHarness } from './support/captions-picker-harness.ts';
import { clearPage, setUpPage, show } from '../support/elements/uploader-page.ts';
import { until } from '../support/until.ts';
import { words } from '../support/words.ts';

describe("a page's own texts", () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('are shown by an element that comes later, and at once', async () => {
    configure({ words: { en: { uploader: { choose: 'Pick a film' } } } });
    const uploader = await show();
    expect(uploader.text).to.include('Pick a film');
    expect(uploader.text).to.include(words('uploader.drop'));
  });

  it('change on elements that are on the page already, without a trace in it', async () => {
    const uploader = await show();
    const before = document.documentElement.outerHTML.match(/<html[^>]*>/)?.[0];
    configure({ words: { en: { uploader: { drop: 'Bring your film' } } } });
    await until(() => uploader.text.includes('Bring your film'));
    expect(document.documentElement.outerHTML.match(/<html[^>]*>/)?.[0]).to.equal(before);
  });

  it('are those of the language that the page comes to speak', async () => {
    configure({ words: { de: { uploader: { choose: 'Film wählen' } } } });
    const uploader = await show({ lang: 'de' });
    await until(() => uploader.text.includes('Film wählen'));
    // The others are the language's own.
    await until(() => uploader.text.includes('oder'));
    uploader.element.lang = 'en';
    await until(() => uploader.text.includes('Pick a film'));
  });

  it('are text, and never markup', async () => {
    configure({ words: { en: { uploader: { choose: '<b>bold</b> & <img src=x>' } } } });
    const uploader = await show();
    expect(uploader.text).to.include('<b>bold</b> & <img src=x>');
    expect(uploader.find('b, img[src]')).to.equal(undefined);
  });

  it('apply to a picker, too', async () => {
    const picker = new CaptionsPickerHarness(document.createElement('vh-captions-picker'));
    document.body.append(picker.element);
    await picker.element.updateComplete;
    configure({ words: { en: { captions: { none: 'Nothing to read' } } } });
    await until(() => picker.label === 'Nothing to read');
    picker.element.remove();
  });
});
