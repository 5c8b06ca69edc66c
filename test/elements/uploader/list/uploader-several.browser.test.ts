import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import { HeldTimers } from '../../../support/held-timers.ts';
import { makeOwnFile } from '../../../support/upload/uploader-file.ts';
import {
  clearPage,
  matches,
  service,
  setUpPage,
  show,
  stage,
} from '../../../support/elements/uploader-page.ts';
import { settled } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';

const file = (name: string) => makeOwnFile(`${name}.mp4`);

describe('<vh-uploader multiple>', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('uploads all files that are chosen, a row each', async () => {
    const uploader = await show({ multiple: '' });
    expect(uploader.buttons).to.deep.equal([words('uploader.chooseSeveral')]);
    uploader.choose(file('a'), file('b'), file('c'));
    await uploader.until(() => uploader.element.values.length === 3);
    expect(service.videos.size).to.equal(3);
    await uploader.until(() => uploader.rows.length === 3);
    expect(uploader.rows).to.deep.equal(['a.mp4', 'b.mp4', 'c.mp4']);
    await uploader.until(() => uploader.details.every((text) => text === words('uploader.playable')));
    await uploader.until(() => uploader.total === words('uploader.uploadedOf', { done: 3, count: 3 }));
    const done = uploader.events.filter(({ type }) => type === 'vh-upload-done');
    expect(done).to.have.length(3);
  });

  it('takes more files at any time, and says how many', async () => {
    const uploader = await show({ multiple: '' });
    service.faults.push('silence');
    uploader.choose(file('a'));
    await uploader.until(() => uploader.rows.length === 1);
    uploader.paste(file('b'));
    await uploader.until(() => uploader.rows.length === 2);
    await uploader.until(() => uploader.spoken.includes(words('uploader.added', { count: 1 })));
    uploader.element.upload([file('c'), file('d')]);
    await uploader.until(() => uploader.rows.length === 4);
    await uploader.until(() => uploader.spoken.includes(words('uploader.added', { count: 2 })));
    expect(uploader.buttons).to.include(words('uploader.add'));
  });

  it('sends two at a time by default', async () => {
    const uploader = await show({ multiple: '', concurrency: '1' });
    service.faults.push('silence', 'silence');
    uploader.choose(file('a'), file('b'));
    await uploader.until(() => uploader.details[1]?.includes(words('uploader.queued')) === true);
    expect(service.seen.length).to.be.lessThan(2);
    uploader.element.concurrency = 2;
    uploader.element.start();
    await uploader.until(() => uploader.events.filter(({ type }) => type === 'vh-upload-start').length === 2);
  });

  it('says which file an error is about, and tries that one again', async () => {
    const uploader = await show({ multiple: '', concurrency: '1' });
    service.faults.push({ status: 400 });
    uploader.choose(file('bad'), file('good'));
    const error = await uploader.when('vh-error');
    expect(error.file?.name).to.equal('bad.mp4');
    await uploader.when('vh-upload-playable');
    expect(uploader.element.values).to.have.length(1);
    expect(matches(uploader.element, 'failed')).to.equal(true);
    uploader.press(words('uploader.retry'));
    await uploader.until(() => uploader.element.values.length === 2);
    expect(uploader.element.values).to.deep.equal(['vi2', 'vi1']);
  });

  it('moves rows with buttons, and the focus stays with the row', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '' });
    uploader.choose(file('a'), file('b'), file('c'));
    await uploader.until(() => uploader.details[2]?.includes(words('uploader.chosen')) === true);
    uploader.button(`${words('uploader.moveDown')}: a.mp4`).focus();
    uploader.press(`${words('uploader.moveDown')}: a.mp4`);
    await uploader.until(() => uploader.rows.join() === 'b.mp4,a.mp4,c.mp4');
    await uploader.until(() => uploader.spoken.includes('a.mp4: place 2 of 3'));
    expect(uploader.focused).to.equal(`${words('uploader.moveDown')}: a.mp4`);
    uploader.press(`${words('uploader.moveDown')}: a.mp4`);
    await uploader.until(() => uploader.rows.join() === 'b.mp4,c.mp4,a.mp4');
    // There is no further down: the focus stays in the row.
    expect(uploader.focused).to.equal(`${words('uploader.moveUp')}: a.mp4`);
  });

  it('moves rows with Alt and an arrow', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '' });
    uploader.choose(file('a'), file('b'), file('c'));
    await uploader.until(() => uploader.details[2]?.includes(words('uploader.chosen')) === true);
    uploader.button(`${words('uploader.remove')}: c.mp4`).focus();
    uploader.key('ArrowUp');
    uploader.key('ArrowUp', { altKey: true });
    await uploader.until(() => uploader.rows.join() === 'a.mp4,c.mp4,b.mp4');
    expect(uploader.focused).to.equal(`${words('uploader.remove')}: c.mp4`);
    uploader.key('ArrowUp', { altKey: true });
    await uploader.until(() => uploader.rows.join() === 'c.mp4,a.mp4,b.mp4');
    uploader.key('ArrowUp', { altKey: true });
    await uploader.until(() => uploader.spoken.includes('c.mp4: place 1 of 3'));
  });

  it('keeps the focus near when a row goes away', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '' });
    uploader.choose(file('a'), file('b'));
    await uploader.until(() => uploader.details[1]?.includes(words('uploader.chosen')) === true);
    uploader.button(`${words('uploader.remove')}: b.mp4`).focus();
    uploader.press(`${words('uploader.remove')}: b.mp4`);
    await uploader.until(() => uploader.rows.join() === 'a.mp4');
    await uploader.until(() => uploader.spoken.includes('b.mp4 was removed.'));
    expect(uploader.focused).to.equal(words('uploader.start'));
    uploader.press(`${words('uploader.remove')}: a.mp4`);
    await uploader.until(() => uploader.focused === words('uploader.chooseSeveral'));
  });

  it('pauses one, and all', async () => {
    const uploader = await show({ multiple: '' });
    service.faults.push('silence', 'silence');
    uploader.choose(file('a'), file('b'), file('c'));
    await uploader.until(
      () => uploader.buttons.includes(`${words('uploader.pause')}: b.mp4`) && service.seen.length === 2,
    );
    uploader.press(`${words('uploader.pause')}: a.mp4`);
    await uploader.until(() => uploader.details[2]?.includes(words('uploader.playable')) === true);
    uploader.press(words('uploader.pauseAll'));
    await uploader.until(() => matches(uploader.element, 'paused'));
    uploader.press(words('uploader.resumeAll'));
    await uploader.until(() => uploader.element.values.length === 3);
  });

  it('resumes paused and waiting uploads, and starts none that waits for start()', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '', 'concurrency': '1' });
    service.faults.push('silence');
    uploader.choose(file('a'), file('b'), file('held'));
    await uploader.until(() => uploader.details[2]?.includes(words('uploader.chosen')) === true);
    uploader.press(words('uploader.start'));
    await uploader.until(() => service.seen.length === 1);
    uploader.press(words('uploader.start'));
    await uploader.until(() => uploader.details[1]?.includes(words('uploader.queued')) === true);
    uploader.element.pause();
    await uploader.until(() => matches(uploader.element, 'paused'));
    uploader.element.resume();
    await uploader.until(() => uploader.element.values.length === 2);
    expect(uploader.details[2]).to.include(words('uploader.chosen'));
    uploader.element.start();
    await uploader.until(() => uploader.element.values.length === 3);
  });

  it('takes no more than max-files, and says so', async () => {
    const uploader = await show({ 'multiple': '', 'max-files': '2' });
    uploader.choose(file('a'), file('b'), file('c'));
    const { code, file: first } = await uploader.when('vh-error');
    expect(code).to.equal('too-many-files');
    expect(first?.name).to.equal('c.mp4');
    await uploader.until(() => uploader.element.values.length === 2);
    expect(uploader.rows).to.deep.equal(['a.mp4', 'b.mp4']);
    expect(uploader.total).to.contain(words('uploader.tooMany', { count: 2 }));
  });

  it('keeps no place, and counts nothing, for files that are refused', async () => {
    const uploader = await show({ 'multiple': '', 'max-files': '2' });
    const text = (name: string) => new File(['x'], `${name}.txt`, { type: 'text/plain' });
    uploader.choose(text('one'), file('a'), text('two'), file('b'), text('three'), text('four'));
    await uploader.until(() => uploader.element.values.length === 2);
    expect(uploader.rows).to.have.length(6);
    const stored = words('uploader.uploadedOf', { done: 2, count: 2 });
    await uploader.until(() => uploader.total.includes(stored));
    expect(uploader.total).to.contain(words('uploader.refusedCount', { count: 4 }));
    await uploader.until(() => uploader.spoken.includes(words('uploader.refusedCount', { count: 4 })));
    expect(uploader.events.some((event) => 'code' in event && event.code === 'too-many-files')).to.equal(
      false,
    );
    uploader.press(words('uploader.removeRefused'));
    await uploader.until(() => uploader.rows.join() === 'a.mp4,b.mp4');
  });

  it('tries all again at once', async () => {
    const uploader = await show({ multiple: '' });
    service.faults.push({ status: 400 }, { status: 400 });
    uploader.choose(file('a'), file('b'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.retryAll')));
    uploader.press(words('uploader.retryAll'));
    await uploader.until(() => uploader.element.values.length === 2);
  });

  it('keeps the summary in view beside fifty rows, and brings one back where it was', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '' });
    uploader.choose(...Array.from({ length: 50 }, (_, at) => file(`f${String(at)}`)));
    await uploader.until(() => uploader.rows.length === 50 && uploader.canUndo);
    await uploader.until(() => uploader.details[49]?.includes(words('uploader.chosen')) === true);
    uploader.element.scrollIntoView();
    const foot = () => uploader.find('.foot')?.getBoundingClientRect();
    expect(foot()?.bottom).to.be.at.most(window.innerHeight);
    const remove = `${words('uploader.remove')}: f2.mp4`;
    const { top } = uploader.button(remove).getBoundingClientRect();
    uploader.press(remove);
    const undo = `${words('uploader.undo')}: f2.mp4`;
    await uploader.until(() => uploader.buttons.includes(undo));
    expect(Math.abs(uploader.button(undo).getBoundingClientRect().top - top)).to.be.below(60);
  });

  it('moves a row past one that was taken out', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '' });
    uploader.choose(file('a'), file('b'), file('c'));
    await uploader.until(() => uploader.rows.length === 3 && uploader.canUndo);
    await uploader.pressSoon(`${words('uploader.remove')}: b.mp4`);
    await uploader.until(() => uploader.rows.join() === 'a.mp4,c.mp4');
    uploader.press(`${words('uploader.moveDown')}: a.mp4`);
    await uploader.until(() => uploader.rows.join() === 'c.mp4,a.mp4');
    uploader.press(`${words('uploader.moveUp')}: a.mp4`);
    await uploader.until(() => uploader.rows.join() === 'a.mp4,c.mp4');
  });

  it('takes the videos of a dropped folder, and leaves the rest', async () => {
    const uploader = await show({ multiple: '' });
    const text = new File(['x'], 'list.txt', { type: 'text/plain' });
    uploader.dropFolder(file('b'), text, file('a'));
    await uploader.until(() => uploader.element.values.length === 2);
    expect(uploader.rows).to.deep.equal(['a.mp4', 'b.mp4']);
    expect(uploader.story).not.to.include('vh-error');
  });

  it('says when there is no video in a dropped folder', async () => {
    const uploader = await show({ multiple: '' });
    uploader.dropFolder(new File(['x'], 'list.txt', { type: 'text/plain' }));
    await uploader.until(() => uploader.text.includes(words('uploader.noVideos')));
    await uploader.until(() => uploader.spoken.includes(words('uploader.noVideos')));
    uploader.choose(file('a'));
    await uploader.when('vh-upload-done');
    expect(uploader.text).not.to.contain(words('uploader.noVideos'));
  });

  it('takes one of many where it may have one only', async () => {
    const uploader = await show();
    uploader.choose(file('a'), file('b'));
    await uploader.when('vh-upload-playable');
    expect(service.videos.size).to.equal(1);
    expect(uploader.element.values).to.deep.equal(['vi1']);
    await uploader.until(() => uploader.text.includes(words('uploader.tooMany', { count: 1 })));
  });

  it('says so when another comes while it uploads the only one', async () => {
    const uploader = await show();
    service.faults.push('silence');
    uploader.choose(file('a'));
    await uploader.until(() => service.seen.length === 1);
    uploader.drag(file('b'), true);
    const { code, file: refused } = await uploader.when('vh-error');
    expect([code, refused?.name]).to.deep.equal(['too-many-files', 'b.mp4']);
    await uploader.until(() => uploader.text.includes(words('uploader.tooMany', { count: 1 })));
    await uploader.until(() => uploader.spoken.includes(words('uploader.tooMany', { count: 1 })));
  });

  it('draws those of sixty rows that are in view, and reaches the last', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '' });
    uploader.choose(...Array.from({ length: 60 }, (_, number) => file(String(number))));
    await uploader.until(() => uploader.rows.length === 60);
    const isDrawn = (row: string) =>
      uploader.find(`li:${row} .row`)?.checkVisibility({ contentVisibilityAuto: true });
    uploader.find('li:first-child')?.scrollIntoView();
    await uploader.until(() => isDrawn('first-child') === true && isDrawn('last-child') === false);
    uploader.find('li:last-child [part~="cancel-button"]')?.focus();
    await uploader.until(() => isDrawn('last-child') === true);
    await uploader.until(() => uploader.details[59]?.includes(words('uploader.chosen')) === true);
    await uploader.pressSoon(`${words('uploader.remove')}: 59.mp4`);
    await uploader.until(() => uploader.rows.length === 59);
    expect(uploader.rows.at(-1)).to.equal('58.mp4');
  });

  it('makes the rows of sixty files some at a time', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '' });
    // The rows' code is there.
    uploader.choose(file('first'));
    await uploader.until(() => uploader.rows.length === 1 && uploader.canUndo);
    const made = uploader.countRows();
    uploader.choose(...Array.from({ length: 59 }, (_, number) => file(String(number))));
    await uploader.until(() => uploader.rows.length === 60);
    expect(made.atOnce).to.be.within(1, 50);
    expect(uploader.rows[59]).to.equal('58.mp4');
  });

  it('draws what many files do by themselves together, and what a person does at once', async () => {
    const uploader = await show({ multiple: '' });
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good' };
    service.faults.push('silence', 'silence');
    uploader.choose(...Array.from({ length: 42 }, (_, number) => file(String(number))));
    const isTaken = ({ type }: Event) => type === 'vh-file-accept';
    await uploader.until(() => uploader.events.filter(isTaken).length === 42 && service.seen.length === 2);
    await uploader.until(() => uploader.rows.length === 42 && uploader.canUndo);
    const held = new HeldTimers(250);
    try {
      for (const name of ['0.mp4', '1.mp4']) uploader.press(`${words('uploader.cancel')}: ${name}`);
      await uploader.element.updateComplete;
      let draws = 0;
      let stored = 0;
      uploader.element.addController({ hostUpdate: () => draws++ });
      // At the thirtieth, before the next requests: then two files are under way.
      uploader.element.addEventListener('vh-upload-done', () => {
        if (++stored === 30) service.faults.push('silence', 'silence');
      });
      await uploader.until(() => stored >= 30 && service.faults.length === 0);
      // Not one for each file, whatever an announcement needs.
      expect(draws).to.be.below(30);
      expect(uploader.text).not.to.contain(words('uploader.resumeAll'));
      uploader.press(words('uploader.pauseAll'));
      await uploader.element.updateComplete;
      expect(uploader.text).to.contain(words('uploader.resumeAll'));
    } finally {
      held.restore();
    }
  });

  it('looks at no other row again when one goes', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '' });
    uploader.choose(...Array.from({ length: 40 }, (_, number) => file(String(number))));
    await uploader.until(() => uploader.details[39]?.includes(words('uploader.chosen')) === true);
    await uploader.until(() => uploader.canUndo);
    const formats = countFormats();
    try {
      uploader.press(`${words('uploader.remove')}: 20.mp4`);
      await uploader.until(() => uploader.buttons.includes(`${words('uploader.undo')}: 20.mp4`));
      uploader.press(`${words('uploader.undo')}: 20.mp4`);
      await uploader.until(() => uploader.rows.length === 40);
    } finally {
      formats.end();
    }
    // Each row says how large its file is.
    expect(formats.count).to.be.below(40);
  });

  it('looks at each of three hundred files a few times, and reads those ahead that leave next', async () => {
    const uploader = await show({ multiple: '' });
    service.faults.push('silence', 'silence');
    let looks = 0;
    const files = Array.from({ length: 300 }, (_, number) => {
      const made = makeOwnFile(`${String(number)}.mp4`);
      return Object.defineProperty(made, 'lastModified', { get: () => (looks++, 1_700_000_000_000) });
    });
    const { subtle } = crypto;
    let digests = 0;
    subtle.digest = (...given) => (digests++, SubtleCrypto.prototype.digest.apply(subtle, given));
    try {
      uploader.element.upload(files);
      await uploader.until(
        () => uploader.events.filter(({ type }) => type === 'vh-file-accept').length === 300,
      );
    } finally {
      Reflect.deleteProperty(subtle, 'digest');
    }
    expect(looks / 300).to.be.below(20);
    expect(digests).to.be.below(30);
  });

  it('asks for a folder with `directory`', async () => {
    const uploader = await show({ multiple: '', directory: '' });
    expect(uploader.input.webkitdirectory).to.equal(true);
    expect(uploader.buttons).to.deep.equal([words('uploader.chooseFolder')]);
  });

  it('starts no queued upload when all are cancelled', async () => {
    const uploader = await show({ multiple: '', concurrency: '1' });
    service.faults.push('silence');
    uploader.choose(...['a.mp4', 'b.mp4', 'c.mp4'].map(makeOwnFile));
    await uploader.until(() => uploader.rows.length === 3 && service.seen.length === 1);
    await uploader.until(() => uploader.events.filter(({ type }) => type === 'vh-file-accept').length === 3);
    const { length } = uploader.events;
    uploader.element.cancel();
    await uploader.until(() => matches(uploader.element, 'empty'));
    await settled(30);
    expect([service.seen.length, service.aborted, service.videos.size]).to.deep.equal([1, 1, 0]);
    expect(uploader.events).to.have.length(length);
  });

  it('ends unfinished uploads, and keeps stored ones, when it is cancelled', async () => {
    const uploader = await show({ multiple: '', concurrency: '1' });
    service.faults.push(undefined, undefined, undefined, 'silence');
    uploader.choose(file('a'), file('b'), file('c'));
    await uploader.until(() => uploader.element.values.length === 1 && service.seen.length === 4);
    uploader.element.cancel();
    await uploader.until(() => uploader.rows.join() === 'a.mp4');
    expect(uploader.element.values).to.deep.equal(['vi1']);
  });

  it('is accessible in every state', async () => {
    const uploader = await show({ 'multiple': '', 'concurrency': '1', 'max-files': '4' });
    expect(await axeViolations(stage), 'empty').to.deep.equal([]);
    service.faults.push({ status: 400 }, undefined, undefined, undefined, undefined, 'silence', 'silence');
    uploader.choose(file('bad'), file('good'), file('slow'), file('last'), file('one too many'));
    await uploader.until(() => service.seen.length === 7);
    await uploader.until(() => uploader.details[1] === words('uploader.playable'));
    expect(await axeViolations(stage), 'all sorts').to.deep.equal([]);
    uploader.press(words('uploader.pauseAll'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.resumeAll')));
    expect(await axeViolations(stage), 'paused').to.deep.equal([]);
  });
});

/** Counts the numbers that the page puts into words, until `end` is called. */
function countFormats(): { readonly count: number; end: () => void } {
  const { prototype } = Intl.NumberFormat;
  const original = Object.getOwnPropertyDescriptor(prototype, 'format');
  if (!original) throw new Error('No number can be put into words.');
  let count = 0;
  Object.defineProperty(prototype, 'format', {
    ...original,
    get(this: Intl.NumberFormat): unknown {
      count++;
      return original.get?.call(this);
    },
  });
  return {
    get count() {
      return count;
    },
    end: () => Object.defineProperty(prototype, 'format', original),
  };
}
