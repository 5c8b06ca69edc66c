import { expect } from 'chai';
import { settled, until } from '../../../support/until.ts';
import { makeFile } from '../../../support/upload/uploader-file.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';

type DragType = 'dragenter' | 'dragover' | 'dragleave' | 'drop';

describe('<vh-uploader drop-on="page">', () => {
  let place: HTMLElement;

  beforeEach(() => {
    setUpPage();
    place = document.createElement('p');
    place.textContent = 'Text of the page';
    stage.append(place);
  });
  afterEach(clearPage);

  /** Files, or what `kind` says, are at `target`. */
  function drag(type: DragType, target: Element = place, kind: 'file' | 'text' = 'file'): DragEvent {
    const dataTransfer = new DataTransfer();
    if (kind === 'file') dataTransfer.items.add(makeFile(10));
    else dataTransfer.items.add('words', 'text/plain');
    const options = { bubbles: true, cancelable: true, composed: true, dataTransfer };
    const event = new DragEvent(type, options);
    target.dispatchEvent(event);
    return event;
  }

  /** An uploader that takes the page, once it does. */
  async function taking(attributes: Record<string, string> = {}): Promise<UploaderHarness> {
    const uploader = await show({ 'drop-on': 'page', ...attributes });
    await uploader.until(() => uploader.hasPart('page-drop'));
    return uploader;
  }

  const covers = (uploader: UploaderHarness) =>
    uploader.find('[part=page-drop]')?.matches(':popover-open') === true;

  it('covers the page while files are dragged over it, and takes them from anywhere', async () => {
    const uploader = await taking();
    expect(covers(uploader)).to.equal(false);
    drag('dragenter');
    expect(drag('dragover').defaultPrevented).to.equal(true);
    expect(covers(uploader)).to.equal(true);
    const box = uploader.find('[part=page-drop]')!.getBoundingClientRect();
    expect([box.left, box.top, box.width, box.height]).to.deep.equal([0, 0, innerWidth, innerHeight]);
    expect(uploader.find('[part=page-drop]')?.innerText).to.contain(words('uploader.drop'));
    // The drop reaches what lies below.
    expect(uploader.styleOf('[part=page-drop]').pointerEvents).to.equal('none');
    expect(drag('drop').defaultPrevented).to.equal(true);
    expect(covers(uploader)).to.equal(false);
    const { video } = await uploader.when('vh-upload-done');
    expect(video.videoId).to.equal('vi1');
  });

  it('uncovers the page when the files have left it, and not at a border within it', async () => {
    const uploader = await taking();
    drag('dragover');
    drag('dragleave');
    drag('dragover', stage);
    await settled(30);
    expect(covers(uploader)).to.equal(true);
    drag('dragleave');
    await uploader.until(() => !covers(uploader));
    expect(uploader.events).to.deep.equal([]);
  });

  it('ignores dragged text and pictures of the page', async () => {
    const uploader = await taking();
    expect(drag('dragover', place, 'text').defaultPrevented).to.equal(false);
    place.dispatchEvent(new DragEvent('dragstart', { bubbles: true }));
    expect(drag('dragover').defaultPrevented).to.equal(false);
    expect(drag('drop').defaultPrevented).to.equal(false);
    expect(covers(uploader)).to.equal(false);
    place.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
    drag('dragover');
    expect(covers(uploader)).to.equal(true);
  });

  it('leaves a drop to what takes it itself', async () => {
    const uploader = await taking();
    const taken: string[] = [];
    for (const type of ['dragover', 'drop'] as const)
      place.addEventListener(type, (event) => {
        event.preventDefault();
        taken.push(type);
      });
    drag('dragover', stage);
    expect(covers(uploader)).to.equal(true);
    drag('dragover');
    expect(covers(uploader)).to.equal(false);
    drag('drop');
    await settled(30);
    expect([taken, uploader.events]).to.deep.equal([['dragover', 'drop'], []]);
  });

  it('leaves a drop on another uploader to that one, and takes one on itself once', async () => {
    const uploader = await taking({ multiple: '' });
    const other = await show();
    other.drag(makeFile(10), true);
    await other.when('vh-upload-done');
    expect(uploader.events).to.deep.equal([]);
    expect([...service.videos.keys()]).to.deep.equal([other.element.value]);
    uploader.drag(makeFile(10), true);
    await uploader.when('vh-upload-done');
    await settled(30);
    expect([...service.videos.keys()]).to.deep.equal([other.element.value, ...uploader.element.values]);
    expect(uploader.element.values).to.have.length(1);
    expect(uploader.events.filter(({ type }) => type === 'vh-file-accept')).to.have.length(1);
  });

  it('takes the file by the first of several uploaders; the others cover nothing', async () => {
    const [first, second] = [await taking(), await taking()];
    drag('dragover');
    expect([covers(first), covers(second)]).to.deep.equal([true, false]);
    first.element.hidden = true;
    drag('dragleave');
    await first.until(() => !covers(first));
    drag('dragover');
    expect([covers(first), covers(second)]).to.deep.equal([false, true]);
    drag('drop');
    await second.when('vh-upload-done');
    expect(first.events).to.deep.equal([]);
  });

  it('says which field it is, where the field has a name', async () => {
    const uploader = await taking({ 'aria-label': 'Your film', 'multiple': '' });
    drag('dragover');
    const text = uploader.find('[part=page-drop]')?.innerText ?? '';
    expect(text).to.contain(words('uploader.dropSeveral')).and.to.contain('Your film');
  });

  it('takes no file while it is full, and keeps the browser from opening it', async () => {
    const uploader = await taking();
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-start');
    uploader.element.pause();
    const event = drag('dragover');
    expect([event.defaultPrevented, covers(uploader)]).to.deep.equal([true, false]);
    drag('drop');
    await until(() => uploader.story.includes('vh-error'));
  });

  it('does not take files dropped on a dialog that lies over it', async () => {
    const uploader = await taking();
    const dialog = document.createElement('dialog');
    stage.append(dialog);
    dialog.showModal();
    expect(drag('dragover', dialog).defaultPrevented).to.equal(false);
    dialog.append(uploader.element);
    drag('dragover', dialog);
    expect(covers(uploader)).to.equal(true);
  });

  it('is off without the attribute, with without-drop, and when it has gone', async () => {
    const uploader = await taking();
    uploader.element.withoutDrop = true;
    expect(drag('dragover').defaultPrevented).to.equal(false);
    uploader.element.withoutDrop = false;
    uploader.element.removeAttribute('drop-on');
    expect(drag('dragover').defaultPrevented).to.equal(false);
    uploader.element.setAttribute('drop-on', 'page');
    expect(drag('dragover').defaultPrevented).to.equal(true);
    uploader.element.remove();
    expect(drag('dragover').defaultPrevented).to.equal(false);
    stage.append(uploader.element);
    expect(drag('dragover').defaultPrevented).to.equal(true);
  });
});
