import { expect } from 'chai';
import { toHex } from '../../../../src/core/random-name.ts';
import { fingerprintFile } from '../../../../src/upload/file/fingerprint-file.ts';
import { UnfinishedUploads } from '../../../../src/upload/resume/unfinished-uploads.ts';
import { browserResumeEnvironment } from '../../../../src/upload/resume/resume-environment.ts';
import { axeViolations } from '../../../support/elements/axe.ts';
import { makeBytes } from '../../../support/upload/uploader-file.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { settled, until } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';
import { deleteFile, dropOn, dropOnPage, writeFile } from '../support/left-page.ts';
import { openFrame } from '../support/uploader-frame.ts';

describe('<vh-uploader>, on the page after the one that began an upload', () => {
  const NAMES = ['trip.mp4', 'walk.mp4'];
  const OTHER_BYTES = makeBytes(14);
  beforeEach(async () => {
    setUpPage();
    await writeFile('trip.mp4');
    await writeFile('walk.mp4', OTHER_BYTES);
  });
  afterEach(async () => {
    await clearPage();
    Reflect.deleteProperty(FileSystemFileHandle.prototype, 'queryPermission');
    for (const name of NAMES) await deleteFile(name);
  });

  /** What the browser says of a handle from now on, without a question to the person. */
  const answer = (permission: PermissionState) =>
    Object.defineProperty(FileSystemFileHandle.prototype, 'queryPermission', {
      configurable: true,
      value: () => Promise.resolve(permission),
    });
  /** A page of another tab has a name of its own. */
  const openInOtherTab = () => sessionStorage.setItem('vh-tab', crypto.randomUUID());
  const pauseIsStored = () =>
    until(async () => {
      const { records } = browserResumeEnvironment() ?? expect.fail('this browser cannot resume');
      return (await records.list()).some(
        ({ scope, isPaused }) => isPaused && scope.includes(new URL(service.url).origin),
      );
    });
  /** Of each record of this service, whether it is of a file that was taken out. */
  const removals = async () => {
    const { records } = browserResumeEnvironment() ?? expect.fail('this browser cannot resume');
    const { origin } = new URL(service.url);
    return (await records.list())
      .filter(({ scope }) => scope.includes(origin))
      .map(({ isRemoved }) => isRemoved);
  };
  const leftOf = async (attributes: Record<string, string> = {}) => {
    const uploader = await show(attributes);
    return (await new UnfinishedUploads(() => uploader.element).list()).map(({ name }) => name);
  };

  it('goes on without a click, into the same video', async () => {
    const { leave } = await dropOnPage({ name: 'film' }, 'trip.mp4');
    leave();
    const stored = service.seen.length;
    const uploader = await show({ name: 'film' });
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
    // Of three parts, the first is not sent again.
    expect(service.seen.length - stored).to.be.at.most(3);
    expect(uploader.story.slice(0, 2)).to.deep.equal(['vh-file-accept', 'vh-upload-start']);
    await uploader.until(() => uploader.rows.join() === 'trip.mp4');
    expect(uploader.element.value).to.equal([...service.videos.keys()][0]);
    expect(uploader.hasPart('offer')).to.equal(false);
    await until(async () => (await leftOf()).length === 0);
  });

  it('goes on in the element of its own name, and not in the one before it on the page', async () => {
    const { leave } = await dropOnPage({ name: 'film' }, 'trip.mp4');
    leave();
    const trailer = await show({ name: 'trailer' });
    const film = await show({ name: 'film' });
    await film.when('vh-upload-done');
    expect(film.element.value).to.equal([...service.videos.keys()][0]);
    expect(trailer.rows).to.deep.equal([]);
    expect(trailer.hasPart('offer')).to.equal(false);
  });

  it('goes on with all of several, in the order in which they were dropped', async () => {
    const { leave } = await dropOnPage({ multiple: '' }, ...NAMES);
    leave();
    const uploader = await show({ multiple: '' });
    await uploader.until(() => uploader.element.values.length === 2);
    await uploader.until(() => uploader.rows.join() === NAMES.join());
    expect(uploader.element.values.map((id) => [...service.bytes(id)])).to.deep.equal([
      [...makeBytes(10)],
      [...OTHER_BYTES],
    ]);
    expect(service.videos.size).to.equal(2);
  });

  it('keeps the order in which files were dropped, whichever begins first', async () => {
    const opened = await openFrame({ multiple: '' });
    // The first file is looked at for as long as the second one has sent nothing.
    const { prototype } = opened.page.SubtleCrypto;
    const digest = Object.getOwnPropertyDescriptor(prototype, 'digest')?.value as SubtleCrypto['digest'];
    const trip = await fingerprintFile(new File([makeBytes(10)], 'trip.mp4'), crypto.subtle);
    prototype.digest = async function (algorithm, data) {
      const hash = await digest.call(this, algorithm, data);
      if (toHex(new Uint8Array(hash)) === trip) await until(() => service.seen.length > 0);
      return hash;
    };
    const { leave } = await dropOn(opened, ...NAMES);
    leave();
    const uploader = await show({ multiple: '' });
    await uploader.until(() => uploader.element.values.length === 2);
    expect(uploader.rows).to.deep.equal(NAMES);
  });

  it('goes on with each file of a drop of which one was left out', async () => {
    const { uploader: before, leave } = await dropOnPage({ multiple: '' }, 'trip.mp4', ...NAMES);
    await before.until(() => before.text.includes(words('uploader.alreadyListed', { name: 'trip.mp4' })));
    leave();
    const uploader = await show({ multiple: '' });
    await uploader.until(() => uploader.element.values.length === 2);
    expect(uploader.story).not.to.include('vh-error');
    expect(uploader.element.values.map((id) => [...service.bytes(id)])).to.deep.equal([
      [...makeBytes(10)],
      [...OTHER_BYTES],
    ]);
    expect(service.videos.size).to.equal(2);
  });

  it('waits for a click with without-autoresume', async () => {
    const { leave } = await dropOnPage({}, 'trip.mp4');
    leave();
    const seen = service.seen.length;
    const uploader = await show({ 'without-autoresume': '' });
    await uploader.until(() => uploader.buttons.includes(words('uploader.goOn')));
    await settled(30);
    expect(service.seen.length).to.equal(seen);
    uploader.press(words('uploader.goOn'));
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
  });

  it('waits for a click in another tab, unless the page names its visitor', async () => {
    for (const subject of [undefined, `ann-${crypto.randomUUID()}`]) {
      const attributes = subject === undefined ? {} : { subject };
      const { leave } = await dropOnPage(attributes, 'trip.mp4');
      leave();
      openInOtherTab();
      const seen = service.seen.length;
      const uploader = await show(attributes);
      if (subject === undefined) {
        await uploader.until(() => uploader.buttons.includes(words('uploader.goOn')));
        await settled(30);
        expect(service.seen.length).to.equal(seen);
      } else await uploader.when('vh-upload-done');
      uploader.element.remove();
    }
  });

  it('sends nothing for the next visitor, and shows none of it', async () => {
    const ann = `ann-${crypto.randomUUID()}`;
    const { leave } = await dropOnPage({ subject: ann }, 'trip.mp4');
    leave();
    const seen = service.seen.length;
    for (const attributes of [{ subject: 'bob' }, {}]) {
      const uploader = await show(attributes);
      await settled(50);
      expect(uploader.everything).not.to.contain('trip.mp4');
      uploader.element.remove();
    }
    expect(service.seen.length).to.equal(seen);
    await (await show({ subject: ann })).when('vh-upload-done');
    expect(service.videos.size).to.equal(1);
  });

  it('shows what was paused as paused, and goes on when a person resumes it', async () => {
    const { uploader: before, leave } = await dropOnPage({}, 'trip.mp4');
    await before.pressSoon(words('uploader.pause'));
    await pauseIsStored();
    leave();
    const seen = service.seen.length;
    const uploader = await show();
    await uploader.until(() => uploader.isIn('paused') && uploader.rows.join() === 'trip.mp4');
    expect(uploader.details.join()).to.contain('40%');
    await settled(30);
    expect(service.seen.length).to.equal(seen);
    expect(await axeViolations(stage)).to.deep.equal([]);
    uploader.press(words('uploader.resume'));
    await uploader.when('vh-upload-done');
    expect(uploader.story).to.include('vh-upload-start');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
  });

  it('forgets what was paused when a person cancels it', async () => {
    const { uploader: before, leave } = await dropOnPage({}, 'trip.mp4');
    before.element.pause();
    await pauseIsStored();
    leave();
    const uploader = await show();
    await uploader.until(() => uploader.isIn('paused'));
    uploader.element.cancel();
    await until(async () => (await leftOf()).length === 0);
  });

  it('shows nothing of what was cancelled just before the page was left, and forgets it', async () => {
    const { uploader: before, leave } = await dropOnPage({}, 'trip.mp4');
    await before.pressSoon(words('uploader.cancel'));
    await until(async () => (await removals()).join() === 'true');
    leave();
    const { seen } = service;
    const { length } = seen;
    const uploader = await show();
    await until(async () => (await removals()).length === 0);
    await settled(30);
    expect([uploader.rows, uploader.hasPart('offer')]).to.deep.equal([[], false]);
    expect(seen.length).to.equal(length);
  });

  it('goes on with what was cancelled and brought back before the page was left', async () => {
    const { uploader: before, leave } = await dropOnPage({}, 'trip.mp4');
    await before.pressSoon(words('uploader.cancel'));
    await until(async () => (await removals()).join() === 'true');
    service.faults.push('silence', 'silence', 'silence', 'silence');
    await before.pressSoon(`${words('uploader.undo')}: trip.mp4`);
    await until(async () => (await removals()).join() === 'false');
    leave();
    service.faults.length = 0;
    const uploader = await show();
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
  });

  it('shows what was paused in the next element when its own is removed before it goes on', async () => {
    const { uploader: before, leave } = await dropOnPage({}, 'trip.mp4');
    before.element.pause();
    await pauseIsStored();
    leave();
    const uploader = await show();
    await uploader.until(() => uploader.isIn('paused'));
    uploader.element.remove();
    const next = await show();
    await next.pressSoon(words('uploader.resume'));
    await next.when('vh-upload-done');
    expect(service.videos.size).to.equal(1);
  });

  it('goes on in one of two uploaders', async () => {
    const { leave } = await dropOnPage({}, 'trip.mp4');
    leave();
    const both = [await show(), await show()];
    await until(() => both.some(({ element }) => element.value !== ''));
    await settled(50);
    expect(service.videos.size).to.equal(1);
    expect(both.filter(({ element }) => element.value !== '')).to.have.length(1);
  });

  it('leaves a film that the form has already', async () => {
    const { leave } = await dropOnPage({}, 'trip.mp4');
    leave();
    const uploader = await show();
    uploader.element.value = 'vi-of-before';
    await settled(50);
    expect(uploader.element.value).to.equal('vi-of-before');
    expect(await leftOf()).to.deep.equal(['trip.mp4']);
  });

  it('begins when the page before has let go', async () => {
    const { leave } = await dropOnPage({}, 'trip.mp4');
    const seen = service.seen.length;
    const uploader = await show();
    await settled(50);
    expect(uploader.everything).not.to.contain('trip.mp4');
    expect(service.seen.length).to.equal(seen);
    leave();
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
  });

  it('begins when the page before lets go in the middle of the search', async () => {
    const { leave } = await dropOnPage({}, 'trip.mp4');
    const query = navigator.locks.query.bind(navigator.locks);
    let looks = 0;
    // The first look still finds the lock of the page before, and every later one does not.
    Object.defineProperty(navigator.locks, 'query', {
      configurable: true,
      value: async () => {
        const found = await query();
        if (looks++ > 0) return found;
        leave();
        await until(async () => (await query()).held?.length === 0);
        return found;
      },
    });
    try {
      const uploader = await show();
      await uploader.when('vh-upload-done');
    } finally {
      Reflect.deleteProperty(navigator.locks, 'query');
    }
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
  });

  it('asks for a click where the browser wants one', async () => {
    const { leave } = await dropOnPage({}, 'trip.mp4');
    leave();
    answer('prompt');
    const uploader = await show();
    await uploader.until(() => uploader.buttons.includes(words('uploader.goOn')));
    expect(uploader.story).to.deep.equal([]);
  });

  it('says that the file can no longer be read, and takes it when it is chosen again', async () => {
    const { leave } = await dropOnPage({}, 'trip.mp4');
    leave();
    answer('denied');
    const uploader = await show();
    await uploader.until(() => uploader.text.includes(words('uploader.fileDenied')));
    expect(uploader.text).to.contain(words('uploader.chooseSame'));
    expect(uploader.buttons).to.include(words('uploader.chooseFile'));
    expect(await axeViolations(stage)).to.deep.equal([]);
    const folder = await navigator.storage.getDirectory();
    uploader.choose(await (await folder.getFileHandle('trip.mp4')).getFile());
    await uploader.when('vh-upload-done');
    expect(service.videos.size).to.equal(1);
  });

  for (const [fault, word, code] of [
    ['has changed', 'uploader.fileChanged', 'file-changed'],
    ['is gone', 'uploader.fileMoved', 'file-unreadable'],
  ] as const)
    it(`sends nothing of a file that ${fault}, says so, and forgets nothing`, async () => {
      const { leave } = await dropOnPage({}, 'trip.mp4');
      leave();
      if (code === 'file-changed') await writeFile('trip.mp4', makeBytes(11));
      else await deleteFile('trip.mp4');
      const seen = service.seen.length;
      const uploader = await show();
      await uploader.until(() => uploader.text.includes(words(word)));
      expect(uploader.buttons).to.include(words('uploader.chooseFile'));
      await settled(30);
      expect(uploader.events.map((event) => 'code' in event && event.code)).to.deep.equal([code]);
      expect(service.seen.length).to.equal(seen);
      expect(await leftOf({ 'without-resume': '' })).to.deep.equal(['trip.mp4']);
    });
});
