import { expect } from 'chai';
import { VhUploader } from '../../../src/define/vh-uploader.ts';
import { makeFile, makeOwnFile } from '../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../support/elements/uploader-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-uploader>, wherever a page puts it', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  /** A box of that style to put it into. */
  function box(style: string): HTMLElement {
    const made = document.createElement('div');
    made.style.cssText = style;
    stage.append(made);
    return made;
  }

  for (const style of [
    'display: flex',
    'display: flex; flex-direction: column; align-items: center',
    'display: grid; justify-content: center',
    'display: inline-block',
    'display: table',
    'float: left',
  ]) {
    it(`has room for its words where nothing says how wide it is: ${style}`, async () => {
      const uploader = await show({}, box(style));
      expect(uploader.frame.offsetWidth).to.be.greaterThan(240);
      expect(uploader.frame.scrollWidth).to.be.at.most(uploader.frame.offsetWidth);
    });
  }

  for (const style of ['display: flex; width: 200px', 'display: grid; width: 200px', 'width: 200px']) {
    it(`is no wider than the room that there is: ${style}`, async () => {
      const uploader = await show({}, box(style));
      expect(uploader.frame.offsetWidth).to.equal(200);
    });
  }

  it('fills the height that it is given', async () => {
    for (const [property, display] of [
      ['height', ''],
      ['minHeight', ''],
      ['height', 'block'],
    ] as const) {
      const uploader = await show();
      uploader.element.style.display = display;
      uploader.element.style[property] = '400px';
      expect(uploader.frame.offsetHeight, `${property} ${display}`).to.equal(400);
      // All of it takes a click.
      expect(uploader.find('.zone')?.offsetHeight, `${property} ${display}`).to.equal(398);
    }
  });

  it('reads from its own edge, and in lines, also where the page does not', async () => {
    const uploader = await show({}, box('text-align: center; white-space: nowrap; width: 300px'));
    uploader.choose(makeFile(10, 'Shopping list.txt', 'text/plain'));
    await uploader.until(() => uploader.details.length === 1);
    const { textAlign, whiteSpace } = uploader.styleOf('.detail');
    expect({ textAlign, whiteSpace }).to.deep.equal({ textAlign: 'start', whiteSpace: 'normal' });
  });

  it("reads the page's hint out with its button", async () => {
    const uploader = await show();
    uploader.element.append('MP4 or WebM, at most 2 GB.');
    const ids = uploader.button(words('uploader.choose')).getAttribute('aria-describedby') ?? '';
    const slots = ids.split(' ').map((id) => uploader.find(`#${id} slot`));
    const hint = slots.flatMap((slot) => (slot instanceof HTMLSlotElement ? slot.assignedNodes() : []));
    expect(hint.map(({ textContent }) => textContent)).to.deep.equal(['MP4 or WebM, at most 2 GB.']);
  });

  it('takes a value that was set before it was defined', async () => {
    const form = document.createElement('form');
    form.append(Object.assign(document.createElement('late-uploader'), { value: 'vi7', name: 'video' }));
    stage.append(form);
    class LateUploader extends VhUploader {}
    customElements.define('late-uploader', LateUploader);
    const [uploader] = form.elements;
    if (!(uploader instanceof LateUploader)) throw new TypeError('It is no control of the form.');
    await uploader.updateComplete;
    expect(new FormData(form).get('video')).to.equal('vi7');
    uploader.value = '';
    expect(new FormData(form).has('video')).to.equal(false);
  });

  it('changes its language as often as the page does', async () => {
    stage.lang = 'de';
    const uploader = await show();
    for (const lang of ['de', 'en', 'de', 'en']) {
      stage.lang = lang;
      await uploader.until(() =>
        uploader.buttons.includes(lang === 'de' ? 'Video auswählen' : words('uploader.choose')),
      );
    }
  });

  it('shows every video that it submits, also when it may have one only from now on', async () => {
    const uploader = await show({ multiple: '', name: 'video', concurrency: '1' });
    uploader.choose(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
    await uploader.until(() => uploader.element.values.length === 2);
    uploader.element.multiple = false;
    // The next takes the place of both.
    await uploader.until(() => uploader.buttons.includes(words('uploader.another')));
    expect(uploader.rows).to.deep.equal(['a.mp4', 'b.mp4']);
    uploader.press(`${words('uploader.remove')}: a.mp4`);
    await uploader.element.updateComplete;
    expect(uploader.rows).to.deep.equal(['b.mp4']);
    expect(uploader.element.values).to.deep.equal(['vi2']);
  });

  it('looks disabled as soon as its property is set', async () => {
    const [empty, full] = [await show(), await show()];
    full.choose(makeOwnFile('a.mp4'));
    await full.until(() => full.buttons.includes(words('uploader.another')));
    for (const isDisabled of [true, false]) {
      for (const uploader of [empty, full]) {
        uploader.element.disabled = isDisabled;
        await uploader.element.updateComplete;
      }
      expect(empty.buttons.includes(words('uploader.choose'))).to.equal(!isDisabled);
      expect(full.buttons.includes(words('uploader.another'))).to.equal(!isDisabled);
    }
  });

  it('keeps its value while it is disabled, and continues running uploads', async () => {
    const uploader = await show({ multiple: '', name: 'video', concurrency: '1' });
    service.faults.push(undefined, undefined, undefined, 'silence');
    uploader.choose(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
    await uploader.until(() => uploader.element.values.length === 1 && service.seen.length === 4);
    uploader.element.disabled = true;
    await uploader.until(() => !uploader.buttons.includes(words('uploader.add')));
    expect(uploader.buttons).to.deep.equal([
      `${words('uploader.pause')}: b.mp4`,
      `${words('uploader.cancel')}: b.mp4`,
      words('uploader.pauseAll'),
    ]);
    uploader.button(`${words('uploader.pause')}: b.mp4`).focus();
    uploader.key('ArrowUp', { altKey: true });
    await uploader.element.updateComplete;
    expect(uploader.rows).to.deep.equal(['a.mp4', 'b.mp4']);
    uploader.element.disabled = false;
    await uploader.until(() => uploader.buttons.includes(`${words('uploader.remove')}: a.mp4`));
  });
});
