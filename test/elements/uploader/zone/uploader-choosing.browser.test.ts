import { expect } from 'chai';
import { makeFile } from '../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';

describe('<vh-uploader>', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('takes a dropped file, and shows that it would', async () => {
    const uploader = await show();
    uploader.drag(makeFile(10), false);
    await uploader.until(() => uploader.isInviting);
    expect(uploader.drag(makeFile(10), true).defaultPrevented).to.equal(true);
    await uploader.when('vh-upload-done');
    expect(uploader.isInviting).to.equal(false);
  });

  it('keeps the page from opening a file that is dropped while another is on its way', async () => {
    const uploader = await show();
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-start');
    expect(uploader.drag(makeFile(3), true).defaultPrevented).to.equal(true);
    expect(service.seen.length).to.be.lessThan(2);
  });

  // WebKitGTK gives a page no dropped file, only its address, and leaves the page to open it.
  it('keeps the page where only the address of a file is dropped, and does not invite it', async () => {
    const uploader = await show();
    expect(uploader.drag('file:///a/film.mp4', true).defaultPrevented).to.equal(true);
    uploader.drag(makeFile(10), false);
    await uploader.until(() => uploader.isInviting);
    uploader.drag('file:///a/film.mp4', false);
    await uploader.until(() => !uploader.isInviting);
    expect(uploader.events).to.have.length(0);
  });

  it('leaves drops and pastes to the page with `without-drop`', async () => {
    const uploader = await show({ 'without-drop': '' });
    expect(uploader.text).not.to.contain(words('uploader.drop'));
    expect(uploader.drag(makeFile(10), true).defaultPrevented).to.equal(false);
    expect(uploader.events).to.have.length(0);
  });

  it('takes a pasted file', async () => {
    const uploader = await show();
    uploader.paste(makeFile(10));
    await uploader.when('vh-upload-done');
  });

  it('opens the file dialog from the button', async () => {
    const uploader = await show();
    let clicks = 0;
    uploader.input.addEventListener('click', (event) => {
      event.preventDefault();
      clicks++;
    });
    uploader.press(words('uploader.choose'));
    expect(clicks).to.equal(1);
    uploader.element.select();
    expect(clicks).to.equal(2);
  });

  it('opens the dialog from anywhere in the zone but a link in the hint', async () => {
    const uploader = await show();
    const hint = document.createElement('p');
    const link = document.createElement('a');
    hint.append('Read ', link);
    uploader.element.append(hint);
    let clicks = 0;
    uploader.input.addEventListener('click', (event) => {
      event.preventDefault();
      clicks++;
    });
    link.click();
    expect(clicks).to.equal(0);
    hint.click();
    expect(clicks).to.equal(1);
  });

  it('asks the page before it takes a file', async () => {
    const uploader = await show();
    uploader.element.addEventListener('vh-file-accept', (event) => {
      if (event.file.name === 'private.mp4') event.preventDefault();
    });
    uploader.choose(makeFile(10, 'private.mp4'));
    expect((await uploader.when('vh-error')).code).to.equal('file-refused');
    expect(service.seen).to.have.length(0);
    uploader.choose(makeFile(10, 'public.mp4'));
    await uploader.when('vh-upload-done');
  });

  it('keeps to accept and max-size', async () => {
    const uploader = await show({ 'accept': 'video/webm', 'max-size': '5' });
    uploader.choose(makeFile(3));
    expect((await uploader.when('vh-error')).code).to.equal('file-type-refused');
    await uploader.until(() => uploader.text.includes(words('uploader.fileType')));
    uploader.events.length = 0;
    uploader.choose(makeFile(6, 'a.webm', 'video/webm'));
    expect((await uploader.when('vh-error')).code).to.equal('file-too-large');
    expect(uploader.input.accept).to.equal('video/webm');
  });

  it('takes no limit from an invalid value, and ignores unknown kinds of files', async () => {
    const uploader = await show({ 'accept': 'mp4, ,video/*;codecs=x', 'max-size': '', 'max-duration': '' });
    uploader.choose(makeFile(3, 'a.mov', ''));
    await uploader.when('vh-upload-done');
    uploader.element.accept = '*/*';
    uploader.events.length = 0;
    uploader.choose(makeFile(4, 'a.bin', 'application/x-thing'));
    await uploader.when('vh-upload-done');
  });

  it('refuses files that are certainly no videos when the page sets no types', async () => {
    const uploader = await show();
    uploader.choose(makeFile(3, 'notes.txt', 'text/plain'));
    expect((await uploader.when('vh-error')).code).to.equal('file-type-refused');
    uploader.events.length = 0;
    uploader.choose(makeFile(3, 'camera.ts', 'text/vnd.trolltech.linguist'));
    await uploader.when('vh-upload-done');
  });

  it('throws when it is given no file, or a second one', async () => {
    const uploader = await show();
    const nothing: unknown[] = [undefined, null, {}, new Blob(['x'])];
    for (const none of nothing) {
      expect(() => uploader.element.upload(none as File))
        .to.throw()
        .with.property('code', 'invalid-use');
    }
    expect(() => uploader.element.upload([]))
      .to.throw()
      .with.property('code', 'invalid-use');
    service.faults.push('silence');
    uploader.element.upload([makeFile(10)]);
    expect(() => uploader.element.upload(makeFile(4)))
      .to.throw()
      .with.property('code', 'invalid-use');
  });
});
