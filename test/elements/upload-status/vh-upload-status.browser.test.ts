import '../../../src/define/vh-upload-status.ts';
import { expect } from 'chai';
import type { VhUploadStatus } from '../../../src/define/vh-upload-status.ts';
import type { VhUploadsShowEvent } from '../../../src/index.ts';
import { uploads } from '../../../src/upload/index.ts';
import { axeViolations } from '../../support/elements/axe.ts';
import { seenParts } from '../../support/elements/seen-parts.ts';
import { StatusHarness } from '../../support/elements/status-harness.ts';
import { HeldTimers } from '../../support/held-timers.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../support/elements/uploader-page.ts';
import { settled, until } from '../../support/until.ts';
import { words } from '../../support/words.ts';

describe('<vh-upload-status>', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  function place(attributes: Record<string, string> = {}): StatusHarness {
    const element: VhUploadStatus = document.createElement('vh-upload-status');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    stage.append(element);
    return new StatusHarness(element);
  }

  /** An uploader that has sent one part of three, and waits for an answer to the others. */
  async function begin(name: string, attributes: Record<string, string> = {}) {
    const uploader = await show(attributes);
    const seen = service.seen.length;
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10, name));
    await uploader.until(() => service.seen.length === seen + 3);
    return uploader;
  }

  it('shows nothing while nothing is uploaded', async () => {
    const status = place();
    await settled();
    expect(status.text).to.equal('');
    expect(status.element.getBoundingClientRect().height).to.equal(0);
  });

  it('shows how far the uploads are, pauses and resumes them, and shows their end for a while', async () => {
    const status = place();
    await begin('trip.mp4');
    await status.until(() => status.text.includes(words('uploader.uploadedOf', { done: 0, count: 1 })));
    await status.until(() => status.bar === '40');
    expect(await axeViolations(stage)).to.deep.equal([]);
    status.press(words('uploader.pause'));
    await status.until(() => status.text.includes(words('uploader.paused')));
    expect(service.aborted).to.equal(2);
    const shown = new HeldTimers(10_000);
    status.press(words('uploader.resume'));
    await status.until(() => status.text.includes(words('uploader.uploadedOf', { done: 1, count: 1 })));
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(seenParts(status.element, 'progress')).to.have.length(0);
    await until(() => shown.size === 1);
    shown.elapse();
    shown.restore();
    await status.until(() => status.text === '');
  });

  it('is as narrow as its corner, from right to left, and in other colours, without a sideways scroll', async () => {
    stage.dir = 'rtl';
    stage.lang = 'ar';
    stage.style.setProperty('width', '120px');
    const status = place({ href: '#films' });
    service.faults.push(undefined, { status: 400 });
    const uploader = await show();
    uploader.choose(makeFile(10, 'A-name-of-a-film-that-has-no-place-to-break-anywhere.mp4'));
    await status.until(() => seenParts(status.element, 'failure').length > 0);
    for (const scheme of ['light', 'dark']) {
      stage.style.setProperty('color-scheme', scheme);
      expect(status.isWithin(120), status.text).to.equal(true);
      expect(await axeViolations(status.element), scheme).to.deep.equal([]);
    }
  });

  it('names what has failed, and tries it again, although its uploader has gone', async () => {
    const status = place();
    const uploader = await show();
    service.faults.push(undefined, { status: 400 });
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-error');
    uploader.element.remove();
    await status.until(() => status.text.includes(`trip.mp4: ${words('uploader.failed')}`));
    const names = ['status', 'total', 'failure', 'retry-button'];
    expect(names.filter((name) => seenParts(status.element, name).length === 0)).to.deep.equal([]);
    status.press(words('uploader.retry'));
    await until(() => uploads().items.every(({ video }) => video !== undefined));
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
  });

  it('leads back to the uploader that shows them, unless the page does something else', async () => {
    const status = place();
    const uploader = await begin('trip.mp4');
    await status.until(() => seenParts(status.element, 'show-button').length === 1);
    const asked: VhUploadsShowEvent[] = [];
    status.element.addEventListener('vh-uploads-show', (event) => asked.push(event), { once: true });
    status.press(words('uploader.total'));
    expect(asked).to.have.length(1);
    expect(document.activeElement).to.equal(uploader.element);
    (document.activeElement as HTMLElement).blur();
    status.element.addEventListener('vh-uploads-show', (event) => event.preventDefault(), { once: true });
    status.press(words('uploader.total'));
    expect(document.activeElement).not.to.equal(uploader.element);
    // A page without one has no way back, but for a link.
    uploader.element.remove();
    await status.until(() => seenParts(status.element, 'show-button').length === 0);
    status.element.href = '#films';
    await status.until(() => status.link === '#films');
  });

  it('shows one group only', async () => {
    const all = place();
    const films = place({ 'upload-group': 'films' });
    await begin('a.mp4');
    await begin('b.mp4', { 'upload-group': 'films' });
    await films.until(() => films.text.includes(words('uploader.uploadedOf', { done: 0, count: 1 })));
    await all.until(() => all.text.includes(words('uploader.uploadedOf', { done: 0, count: 2 })));
    films.press(words('uploader.pause'));
    await all.until(() => uploads().items.filter(({ status }) => status === 'paused').length === 1);
    expect(uploads({ group: 'films' }).items.map(({ status }) => status)).to.deep.equal(['paused']);
    films.element.uploadGroup = 'none';
    await films.until(() => films.text === '');
  });

  it('announces what no uploader on the page announces: once it is left, and its end', async () => {
    const status = place();
    const uploader = await begin('trip.mp4');
    await status.until(() => status.text !== '');
    expect(status.spoken).to.equal('');
    uploader.element.remove();
    await status.until(() => status.spoken.includes(words('uploader.uploadedOf', { done: 0, count: 1 })));
    const next = await show();
    await next.until(() => next.rows.length === 1);
    await status.until(() => status.spoken === '');
    next.element.remove();
    await status.until(() => status.spoken.includes(words('uploader.uploadedOf', { done: 0, count: 1 })));
    uploads().pause();
    uploads().resume();
    await status.until(() => status.spoken.includes(words('uploader.uploadedOf', { done: 1, count: 1 })));
  });
});
