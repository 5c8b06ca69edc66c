import { expect } from 'chai';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show } from '../../../support/elements/uploader-page.ts';
import { makeOwnFile } from '../../../support/upload/uploader-file.ts';
import { settled } from '../../../support/until.ts';
import { uploads } from '../../../../src/upload/index.ts';

const name = (number: number) => `${String(number)}.mp4`;
const names = (count: number) => Array.from({ length: count }, (_, number) => name(number));
const files = (count: number) => names(count).map(makeOwnFile);
const titles = () => [...service.videos.values()].map(({ title }) => title);
const listed = () => uploads().items.map((item) => item.name);

describe('<vh-uploader multiple>, while hundreds of files come into its list', () => {
  let turns: (() => void)[];
  let isHeld: boolean;
  let scheduler: PropertyDescriptor | undefined;

  beforeEach(() => {
    setUpPage();
    turns = [];
    isHeld = false;
    scheduler = Object.getOwnPropertyDescriptor(globalThis, 'scheduler');
    const giveWay = () => new Promise<void>((resolve) => (isHeld ? turns.push(resolve) : resolve()));
    Object.defineProperty(globalThis, 'scheduler', { configurable: true, value: { yield: giveWay } });
  });
  afterEach(async () => {
    letGo();
    if (scheduler) Object.defineProperty(globalThis, 'scheduler', scheduler);
    else Reflect.deleteProperty(globalThis, 'scheduler');
    await clearPage();
  });

  function letGo(): void {
    isHeld = false;
    for (const turn of turns.splice(0)) turn();
  }

  /** A list whose first files are in, and whose page keeps the others waiting. */
  async function begun(count: number, attributes: Record<string, string> = {}): Promise<UploaderHarness> {
    const uploader = await show({ multiple: '', ...attributes });
    // What loads by and by has its turns before.
    uploader.element.withoutAutostart = true;
    uploader.choose(makeOwnFile('first.mp4'));
    await uploader.until(() => uploader.rows.length === 1 && uploader.isDressed);
    uploader.element.cancel();
    await uploader.until(() => listed().length === 0);
    uploader.element.withoutAutostart = 'without-autostart' in attributes;
    isHeld = true;
    uploader.choose(...files(count));
    await uploader.until(() => turns.length > 0 && listed().length > 0);
    return uploader;
  }

  it('shows the first of them, and has all in their order in the end', async () => {
    const uploader = await begun(250, { 'without-autostart': '' });
    expect(listed()).to.deep.equal(names(100));
    await uploader.until(() => uploader.rows.includes(name(0)));
    letGo();
    await uploader.until(() => listed().length === 250 && uploader.rowCount === 250);
    expect(listed()).to.deep.equal(names(250));
  });

  it('takes and sends no more of them when they are cancelled', async () => {
    const uploader = await begun(250, { 'without-autostart': '' });
    uploader.element.cancel();
    letGo();
    await settled(30);
    expect(listed()).to.deep.equal([]);
    expect(service.seen).to.deep.equal([]);
    expect(uploader.isIn('empty')).to.equal(true);
  });

  it('sends nothing of those that come after a pause, until it is resumed', async () => {
    const uploader = await begun(102);
    uploader.element.pause();
    letGo();
    await uploader.until(() => listed().length === 102);
    await settled(30);
    // A first part that may have made a video is not called back.
    expect(titles()).not.to.include.oneOf([name(100), name(101)]);
    for (const { id } of uploads().items.slice(0, 100)) uploads().cancel(id);
    uploader.element.resume();
    await uploader.until(() => [name(100), name(101)].every((title) => titles().includes(title)));
  });

  it('hands all of them to the page when the element is removed', async () => {
    const uploader = await begun(250, { 'without-autostart': '' });
    uploader.element.remove();
    await Promise.resolve();
    letGo();
    await uploader.until(() => listed().length === 250);
    expect(listed()).to.deep.equal(names(250));
    const next = await show({ 'multiple': '', 'without-autostart': '' });
    await next.until(() => next.rowCount === 250);
  });

  it('lets the form wait for those that are not in the list yet', async () => {
    const uploader = await begun(101, { 'without-autostart': '' });
    for (const { id } of uploads().items) uploads().cancel(id);
    await uploader.until(() => listed().length === 0);
    expect(uploader.element.checkValidity()).to.equal(false);
    uploader.element.start();
    letGo();
    await uploader.until(() => uploader.element.values.length === 1 && uploader.element.checkValidity());
    expect(titles()).to.deep.equal([name(100)]);
  });
});
