import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import { words } from '../../../support/words.ts';

const name = (number: number) => `${String(number)}.mp4`;
const all = (count: number) => words('uploader.showAll', { count });
const failed = (count: number) => words('uploader.showFailed', { count });
const unfinished = (count: number) => words('uploader.showUnfinished', { count });
const done = (count: number) => words('uploader.showDone', { count });

describe('<vh-uploader multiple>, narrowed to some of its files', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  /** Twenty files, two of them too large; the rest wait. */
  async function waiting(): Promise<UploaderHarness> {
    const uploader = await show({
      'multiple': '',
      'without-autostart': '',
      'max-size': '10',
      'concurrency': '1',
    });
    const files = Array.from({ length: 20 }, (_, at) =>
      at % 10 === 5 ? makeFile(2_000, name(at)) : makeOwnFile(name(at)),
    );
    uploader.choose(...files);
    await uploader.until(() => uploader.rows.length === 20 && uploader.canUndo);
    await uploader.until(() => uploader.details[19]?.includes(words('uploader.chosen')) === true);
    return uploader;
  }

  const stored = (uploader: UploaderHarness, count: number) =>
    uploader.until(() => uploader.element.values.length === count);

  const playable = (uploader: UploaderHarness, count: number) =>
    uploader.until(
      () => uploader.events.filter(({ type }) => type === 'vh-upload-playable').length === count,
    );

  it('offers what has become of the files, with their numbers', async () => {
    const uploader = await waiting();
    expect(uploader.filter).to.deep.equal([all(20), failed(2), unfinished(18)]);
    expect(uploader.find('.filter')?.ariaLabel).to.equal(words('uploader.filter'));
    expect(await axeViolations(stage)).to.deep.equal([]);
    uploader.element.start();
    await stored(uploader, 18);
    await uploader.until(() => uploader.filter.includes(done(18)));
    expect(uploader.filter).to.deep.equal([all(20), failed(2), done(18)]);
  });

  it('offers nothing for a few files, or where all are in the same state', async () => {
    const uploader = await show({ 'multiple': '', 'without-autostart': '', 'max-size': '10' });
    uploader.choose(makeFile(2_000, 'large.mp4'), makeOwnFile('good.mp4'));
    await uploader.until(() => uploader.rows.length === 2 && uploader.canUndo);
    expect(uploader.filter).to.deep.equal([]);
  });

  it('shows those that failed, and all again when none has', async () => {
    const uploader = await waiting();
    uploader.showOnly('failed');
    await uploader.until(() => uploader.rows.join() === '5.mp4,15.mp4');
    expect(uploader.filter[0]).to.equal(failed(2));
    expect(uploader.total).to.include(words('uploader.uploadedOf', { done: 0, count: 18 }));
    uploader.press(words('uploader.removeRefused'));
    await uploader.until(() => uploader.rows.length === 18);
    await uploader.until(() => uploader.filter.length === 0);
  });

  it('sends and submits the files that are out of view, too', async () => {
    const uploader = await waiting();
    const changes: Event[] = [];
    for (const type of ['input', 'change'])
      uploader.element.addEventListener(type, (event) => changes.push(event));
    uploader.showOnly('failed');
    await uploader.until(() => uploader.rows.length === 2);
    // They say that the form's value has changed.
    expect(changes).to.deep.equal([]);
    uploader.element.start();
    await stored(uploader, 18);
    expect(service.videos.size).to.equal(18);
    expect(uploader.rows).to.deep.equal(['5.mp4', '15.mp4']);
  });

  it('moves a row past the next one that is shown', async () => {
    const uploader = await waiting();
    uploader.showOnly('failed');
    await uploader.until(() => uploader.rows.length === 2);
    uploader.press(`${words('uploader.moveDown')}: 5.mp4`);
    await uploader.until(() => uploader.rows.join() === '15.mp4,5.mp4');
    uploader.showOnly('all');
    await uploader.until(() => uploader.rows.length === 20);
    expect(uploader.rows.slice(13, 17)).to.deep.equal(['14.mp4', '15.mp4', '5.mp4', '16.mp4']);
  });

  it('hides what is uploaded, keeps it in the form, and shows it again', async () => {
    const uploader = await waiting();
    uploader.element.start();
    await playable(uploader, 18);
    await uploader.pressSoon(words('uploader.clearDone'));
    await uploader.until(() => uploader.rows.join() === '5.mp4,15.mp4');
    expect(uploader.element.values).to.have.length(18);
    expect(uploader.buttons).not.to.include(words('uploader.clearDone'));
    expect(uploader.filter).to.deep.equal([all(2), failed(2), done(18)]);
    uploader.showOnly('done');
    await uploader.until(() => uploader.rows.length === 18);
    uploader.press(`${words('uploader.remove')}: 0.mp4`);
    await uploader.until(() => uploader.element.values.length === 17);
  });

  it('keeps the focus inside when the row or button that has it is hidden', async () => {
    const uploader = await waiting();
    uploader.element.start();
    await playable(uploader, 18);
    await uploader.until(() => uploader.buttons.includes(words('uploader.clearDone')));
    uploader.button(words('uploader.clearDone')).focus();
    uploader.press(words('uploader.clearDone'));
    await uploader.until(() => uploader.rows.length === 2);
    expect(uploader.focused).not.to.equal(undefined);
  });

  it('shows a file that is added after all were hidden', async () => {
    const uploader = await show({ multiple: '' });
    uploader.choose(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
    await playable(uploader, 2);
    await uploader.pressSoon(words('uploader.clearDone'));
    await uploader.until(() => uploader.rows.length === 0);
    expect(uploader.buttons).to.include(words('uploader.add'));
    uploader.choose(makeOwnFile('c.mp4'));
    await uploader.until(() => uploader.rows.join() === 'c.mp4');
    await stored(uploader, 3);
  });
});
