import { expect } from 'chai';
import { axeViolations } from '../../../support/elements/axe.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../../support/elements/uploader-page.ts';
import { makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import { words } from '../../../support/words.ts';
import { film } from '../support/uploader-states.ts';

/** Rows that a window of this page, and what lies around it, has room for. */
const MOST_ROWS = 60;

const name = (number: number) => `${String(number)}.mp4`;
const files = (count: number) => Array.from({ length: count }, (_, number) => makeOwnFile(name(number)));

describe('<vh-uploader multiple>, with hundreds of files', () => {
  beforeEach(() => {
    setUpPage();
    window.scrollTo(0, 0);
  });
  afterEach(async () => {
    await clearPage();
    stage.removeAttribute('style');
  });

  async function listed(count: number, attributes: Record<string, string> = {}): Promise<UploaderHarness> {
    const uploader = await show({ 'multiple': '', 'without-autostart': '', ...attributes });
    uploader.choose(...files(count));
    await uploader.until(() => uploader.rowCount === count && uploader.isDressed && uploader.canUndo);
    await uploader.until(() => uploader.details[0]?.includes(words('uploader.chosen')) === true);
    return uploader;
  }

  /** As the End or Home key does, and then as far as the row: WebKitGTK may leave a page longer than what it holds. */
  const jumpTo = (uploader: UploaderHarness, end: 'first' | 'last', row: string) =>
    uploader.until(() => {
      const made = uploader.row(row);
      if (made) made.scrollIntoView({ block: 'center' });
      else window.scrollTo(0, end === 'first' ? 0 : document.documentElement.scrollHeight);
      return isSeen(uploader, row);
    });

  /** True when a row lies in the window. */
  function isSeen(uploader: UploaderHarness, row: string): boolean {
    const box = uploader.row(row)?.getBoundingClientRect();
    return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
  }

  const countChecked = (uploader: UploaderHarness) =>
    uploader.events.filter(({ type }) => type === 'vh-file-accept').length;

  it('makes the rows in view and near it, with the room of all', async () => {
    const uploader = await listed(300);
    expect(uploader.rows[0]).to.equal(name(0));
    expect(uploader.rows.length).to.be.below(MOST_ROWS);
    const height = uploader.find('ul')?.clientHeight ?? 0;
    const each = uploader.row(name(1))?.closest('li')?.getBoundingClientRect().height ?? 0;
    expect(height / each).to.be.closeTo(300, 3);
    await jumpTo(uploader, 'last', name(299));
    expect(uploader.rows.length).to.be.below(MOST_ROWS);
    expect(uploader.row(name(0))).to.equal(undefined);
    await jumpTo(uploader, 'first', name(0));
  });

  it('says to a screen reader how many are removed at once, and not their names', async () => {
    const uploader = await listed(100);
    const name99 = uploader.countSpoken(name(99));
    uploader.element.cancel();
    await uploader.until(() => uploader.spoken.includes(words('uploader.removedCount', { count: '100' })));
    expect(name99.times).to.equal(0);
  });

  it('makes all rows of sixty files: the browser finds each name', async () => {
    const uploader = await listed(60);
    await uploader.until(() => uploader.rows.length === 60);
    expect(uploader.find('li')?.ariaSetSize).to.equal(null);
  });

  it('says to a screen reader how many rows there are, and the place of each', async () => {
    const uploader = await listed(100);
    await jumpTo(uploader, 'last', name(99));
    const last = uploader.row(name(99))?.closest('li');
    expect([last?.ariaSetSize, last?.ariaPosInSet]).to.deep.equal(['100', '100']);
    expect(await axeViolations(stage)).to.deep.equal([]);
  });

  it('makes rows also where they scroll in a box of the page', async () => {
    Object.assign(stage.style, { blockSize: '300px', overflow: 'auto' });
    const uploader = await listed(200);
    stage.scrollTop = 100 * 85;
    await uploader.until(() => isSeen(uploader, name(100)));
    stage.scrollTop = stage.scrollHeight;
    await uploader.until(() => isSeen(uploader, name(199)));
  });

  it('makes the rows that come into view when the page above them gets shorter', async () => {
    const above = document.createElement('div');
    above.style.blockSize = '20000px';
    stage.append(above);
    const uploader = await listed(200);
    await uploader.until(() => !isSeen(uploader, name(0)));
    // By no scrolling, and with no draw of the list.
    Object.assign(stage.style, { overflowAnchor: 'none' });
    uploader.element.style.marginBlockStart = `${-100 * 85 - 20_000}px`;
    await uploader.until(() => isSeen(uploader, name(100)));
  });

  it('keeps the row that has the focus, and its neighbours for the next key', async () => {
    const uploader = await listed(300);
    const remove = `${words('uploader.remove')}: ${name(3)}`;
    await uploader.until(() => uploader.buttons.includes(remove));
    uploader.button(remove).focus({ preventScroll: true });
    await jumpTo(uploader, 'last', name(299));
    expect(uploader.focused).to.equal(remove);
    expect([2, 3, 4].map((number) => uploader.row(name(number)) !== undefined)).to.deep.equal([
      true,
      true,
      true,
    ]);
    uploader.key('ArrowDown', { altKey: true });
    await uploader.until(() => uploader.spoken.includes(`${name(3)}: place 5 of 300`));
    expect(uploader.focused).to.equal(remove);
    uploader.button(remove).blur();
    await jumpTo(uploader, 'first', name(0));
    expect(uploader.rows.slice(0, 6)).to.deep.equal([0, 1, 2, 4, 3, 5].map(name));
  });

  it('keeps a row in which the person has opened something', async () => {
    const uploader = await listed(100, { concurrency: '1' });
    service.faults.push({ status: 400 });
    uploader.press(words('uploader.start'));
    await uploader.when('vh-error');
    await uploader.until(() => uploader.hasPart('details'));
    uploader.openDetails();
    await jumpTo(uploader, 'last', name(99));
    expect(uploader.row(name(0))?.querySelector('details')?.open).to.equal(true);
    expect(uploader.row(name(1))).to.equal(undefined);
  });

  it('has each row at its place again, also between rows of other heights', async () => {
    stage.style.inlineSize = '300px';
    const uploader = await show({ 'multiple': '', 'without-autostart': '', 'max-size': '10' });
    // A refused file says why, in more lines than the others.
    uploader.choose(...files(120).map((file, at) => (at % 5 === 0 ? makeFile(2_000, file.name) : file)));
    await uploader.until(() => uploader.rowCount === 120 && uploader.isDressed);
    await uploader.until(() => countChecked(uploader) === 96);
    const offset = (row: string) =>
      (uploader.row(row)?.getBoundingClientRect().top ?? NaN) -
      (uploader.find('ul')?.getBoundingClientRect().top ?? NaN);
    // Each row has been in view: its height is known.
    for (let number = 1; number < 120; number++) {
      uploader.row(name(number))?.scrollIntoView();
      await uploader.until(() => isSeen(uploader, name(number)));
    }
    const before = offset(name(119));
    await jumpTo(uploader, 'first', name(1));
    await jumpTo(uploader, 'last', name(119));
    expect(offset(name(119))).to.be.closeTo(before, 2);
    const tops = uploader.rows.map((row) => offset(row));
    expect(tops).to.deep.equal(tops.toSorted((a, b) => a - b));
  });

  it('takes a file out in the middle, and brings it back there', async () => {
    const uploader = await listed(200);
    window.scrollTo(0, 100 * 85);
    await uploader.until(() => isSeen(uploader, name(100)));
    await uploader.pressSoon(`${words('uploader.remove')}: ${name(100)}`);
    await uploader.pressSoon(`${words('uploader.undo')}: ${name(100)}`);
    await uploader.until(() => uploader.row(name(100)) !== undefined);
    const place = uploader.rows.indexOf(name(100));
    expect(uploader.rows[place - 1]).to.equal(name(99));
  });

  it('prints all rows', async () => {
    const uploader = await listed(100);
    dispatchEvent(new Event('beforeprint'));
    await uploader.element.updateComplete;
    expect(uploader.rows).to.deep.equal(Array.from({ length: 100 }, (_, number) => name(number)));
    dispatchEvent(new Event('afterprint'));
    await uploader.until(() => uploader.rows.length < MOST_ROWS);
  });

  it('makes pictures of the rows that are there only', async () => {
    const seen = await film();
    const made: unknown[] = [];
    const createUrl = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (source) => (made.push(source), createUrl(source));
    try {
      const uploader = await show({ 'multiple': '', 'without-autostart': '' });
      const copies = Array.from(
        { length: 100 },
        (_, at) => new File([seen], name(at), { type: 'video/mp4' }),
      );
      uploader.choose(...copies);
      await uploader.until(() => countChecked(uploader) === 100);
      const hasPicture = (row: string) => Boolean(uploader.row(row)?.querySelector('.poster'));
      await uploader.until(() => hasPicture(name(0)));
      await jumpTo(uploader, 'last', name(99));
      await uploader.until(() => hasPicture(name(99)));
      expect(new Set(made).size).to.be.within(2, 2 * MOST_ROWS);
      expect(made).not.to.include(copies[50]);
    } finally {
      URL.createObjectURL = createUrl;
    }
  });
});
