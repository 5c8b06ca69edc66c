import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import { settled } from '../../../support/until.ts';
import { makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { words } from '../../../support/words.ts';

const WAITS = words('uploader.formWaits');
const HOLD = words('uploader.formHold');
const NOT_SENT = words('uploader.formNotSent');

describe('<vh-uploader> in a form that is sent too early', () => {
  let form: HTMLFormElement;
  let button: HTMLButtonElement;
  let title: HTMLInputElement;
  /** The sent values, and the button. */
  let sent: { data: FormData; by: HTMLElement | null }[];

  beforeEach(() => {
    setUpPage();
    form = document.createElement('form');
    [title, button] = [document.createElement('input'), document.createElement('button')];
    [title.name, title.ariaLabel, button.name, button.value] = ['title', 'Title', 'act', 'publish'];
    button.textContent = 'Send';
    form.append(title, button);
    stage.append(form);
    sent = [];
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sent.push({ data: new FormData(form, event.submitter), by: event.submitter });
    });
  });
  afterEach(clearPage);

  /** An uploader whose upload starts with `resume()`. */
  async function halfway(attributes: Record<string, string> = {}, file = makeFile(10)) {
    const uploader = await show({ name: 'video', required: '', ...attributes }, form);
    uploader.choose(file);
    await uploader.when('vh-upload-start');
    uploader.element.pause();
    await uploader.until(() => uploader.isDressed);
    return uploader;
  }

  const waits = (uploader: UploaderHarness) => uploader.whole.includes(WAITS);

  it('says that the form waits, and sends it by the same button with what it holds then', async () => {
    const uploader = await halfway();
    button.click();
    await uploader.until(() => waits(uploader) && uploader.spoken.includes(WAITS));
    expect(sent).to.deep.equal([]);
    expect(await axeViolations(stage)).to.deep.equal([]);
    title.value = 'My film';
    uploader.element.resume();
    await uploader.until(() => sent.length > 0);
    const [{ data, by }] = sent as [(typeof sent)[0]];
    expect(Object.fromEntries(data)).to.deep.equal({ title: 'My film', video: 'vi1', act: 'publish' });
    expect(by).to.equal(button);
    await uploader.until(() => !waits(uploader));
    await uploader.when('vh-upload-playable');
    expect(sent).to.have.length(1);
  });

  it('is announced also after the form has said that a video is missing', async () => {
    const uploader = await show({ name: 'video', required: '' }, form);
    button.click();
    await uploader.until(() => uploader.spoken.includes(words('uploader.required')));
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-start');
    uploader.element.pause();
    await uploader.until(() => uploader.spoken.includes(words('uploader.paused')));
    button.click();
    await uploader.until(() => uploader.spoken.includes(WAITS));
    expect(uploader.spoken).not.to.contain(words('uploader.required'));
  });

  it('sends a chosen film with its form, where nobody has said "Upload" yet', async () => {
    const uploader = await show({ 'name': 'video', 'without-autostart': '' }, form);
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => uploader.hasPart('start-button') && uploader.isDressed);
    expect(form.checkValidity()).to.equal(false);
    expect(uploader.element.validationMessage).to.equal(`${words('uploader.chosen')}: trip.mp4`);
    // Whoever only asks sends nothing.
    form.requestSubmit();
    await settled(10);
    expect([service.seen.length, sent.length, waits(uploader)]).to.deep.equal([0, 0, false]);
    button.click();
    await uploader.until(() => sent.length > 0);
    expect(sent[0]?.data.get('video')).to.equal('vi1');
    await uploader.when('vh-upload-playable');
    expect([sent.length, service.videos.size]).to.deep.equal([1, 1]);
  });

  it('has a chosen film neither sent nor lost with without-autosubmit, or while another field is missing', async () => {
    const uploader = await show({ 'name': 'video', 'without-autostart': '', 'without-autosubmit': '' }, form);
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.hasPart('start-button') && uploader.isDressed);
    button.click();
    uploader.element.withoutAutosubmit = false;
    title.required = true;
    await uploader.element.updateComplete;
    button.click();
    await settled(20);
    expect([service.seen.length, sent.length, waits(uploader)]).to.deep.equal([0, 0, false]);
    title.value = 'My film';
    uploader.press(words('uploader.remove'));
    await uploader.until(() => form.checkValidity());
    button.click();
    expect(sent.map(({ data }) => data.has('video'))).to.deep.equal([false]);
  });

  it('sends it once, when it was sent more than once', async () => {
    const uploader = await halfway();
    for (let times = 0; times < 3; times++) button.click();
    uploader.element.resume();
    await uploader.when('vh-upload-playable');
    await settled(30);
    expect(sent).to.have.length(1);
  });

  it('is sent once when the page submits it on vh-upload-done', async () => {
    const uploader = await halfway();
    uploader.element.addEventListener('vh-upload-done', () => form.requestSubmit());
    button.click();
    await uploader.until(() => waits(uploader));
    uploader.element.resume();
    await uploader.when('vh-upload-playable');
    await settled(30);
    expect(sent).to.have.length(1);
  });

  it('sends nothing when the visitor holds it back, and returns the focus to the button', async () => {
    const uploader = await halfway();
    button.click();
    await uploader.pressSoon(HOLD);
    await uploader.until(() => !waits(uploader));
    expect(document.activeElement).to.equal(button);
    uploader.element.resume();
    await uploader.when('vh-upload-playable');
    await settled(30);
    expect(sent).to.deep.equal([]);
    button.click();
    expect(sent).to.have.length(1);
  });

  it('says that it was not sent when the upload fails, until that is tried again', async () => {
    const uploader = await halfway();
    button.click();
    await uploader.until(() => waits(uploader));
    service.faults.push({ status: 400 }, { status: 400 }, { status: 400 });
    uploader.element.resume();
    await uploader.until(() => uploader.whole.includes(NOT_SENT) && uploader.spoken.includes(NOT_SENT));
    expect(waits(uploader)).to.equal(false);
    service.faults.length = 0;
    uploader.element.retry();
    await uploader.when('vh-upload-playable');
    await uploader.until(() => !uploader.whole.includes(NOT_SENT));
    expect(sent).to.deep.equal([]);
  });

  it('sends nothing when the video is taken out, or its element', async () => {
    for (const leave of [
      (uploader: UploaderHarness) => uploader.press(words('uploader.cancel')),
      (uploader: UploaderHarness) => uploader.element.cancel(),
      (uploader: UploaderHarness) => uploader.element.remove(),
    ]) {
      const uploader = await halfway();
      uploader.element.required = false;
      button.click();
      await uploader.until(() => waits(uploader));
      leave(uploader);
      await settled(30);
      uploader.element.remove();
      await settled(30);
    }
    expect(sent).to.deep.equal([]);
  });

  it('waits for all of several videos', async () => {
    const uploader = await halfway({ multiple: '', concurrency: '1' }, makeOwnFile('a.mp4'));
    uploader.choose(makeOwnFile('b.mp4'));
    button.click();
    await uploader.until(() => waits(uploader));
    uploader.element.resume();
    uploader.element.start();
    await uploader.until(() => sent.length > 0);
    // Whose first part comes first has the first id; the form has them in the order of the rows.
    const videos = sent[0]?.data.getAll('video');
    expect(videos).to.have.members(['vi1', 'vi2']);
    expect(videos).to.deep.equal(uploader.element.values);
  });

  it('waits for all uploaders of the form', async () => {
    const [one, other] = [await halfway(), await halfway({}, makeOwnFile('b.mp4'))];
    button.click();
    await one.until(() => waits(one) && waits(other));
    one.element.resume();
    await one.when('vh-upload-done');
    await settled(30);
    expect(sent).to.deep.equal([]);
    other.element.resume();
    await other.until(() => sent.length > 0);
    expect(sent[0]?.data.getAll('video')).to.have.length(2);
  });

  it('leaves it to the browser to say what else is missing', async () => {
    title.required = true;
    const uploader = await halfway();
    button.click();
    await settled(30);
    expect(waits(uploader)).to.equal(false);
    title.value = 'My film';
    button.click();
    await uploader.until(() => waits(uploader));
  });

  it('does not begin at checkValidity(), nor at a button that does not validate the form', async () => {
    const uploader = await halfway();
    const other = document.createElement('button');
    other.type = 'button';
    form.append(other);
    other.addEventListener('click', () => form.checkValidity());
    other.click();
    form.checkValidity();
    form.requestSubmit();
    await settled(30);
    expect(waits(uploader)).to.equal(false);
    uploader.element.resume();
    await uploader.when('vh-upload-playable');
    await settled(30);
    expect(sent).to.deep.equal([]);
  });

  it('leaves it to the visitor where the page wants that', async () => {
    const uploader = await halfway({ 'without-autosubmit': '' });
    button.click();
    await settled(30);
    expect(waits(uploader)).to.equal(false);
    expect(uploader.element.validationMessage).to.equal(words('uploader.unfinished'));
    uploader.element.resume();
    await uploader.when('vh-upload-playable');
    await settled(30);
    expect(sent).to.deep.equal([]);
  });

  it('sends it by no button that is gone', async () => {
    const uploader = await halfway();
    button.click();
    await uploader.until(() => waits(uploader));
    button.remove();
    uploader.element.resume();
    await uploader.until(() => sent.length > 0);
    expect(sent[0]?.by).to.equal(null);
  });

  it('comes into view, since the button may be far away', async () => {
    const uploader = await halfway();
    const space = document.createElement('div');
    space.style.blockSize = '300vh';
    button.before(space);
    form.append(space, button);
    button.scrollIntoView();
    button.click();
    await uploader.until(() => waits(uploader));
    await uploader.until(() => uploader.frame.getBoundingClientRect().bottom > 0);
  });
});
