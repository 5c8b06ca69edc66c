import { expect } from 'chai';
import { nextTurn } from '../../../../src/core/async/next-turn.ts';
import { uploads } from '../../../../src/upload/index.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { makeBytes, makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import {
  clearPage,
  matches,
  service,
  setUpPage,
  show,
  stage,
} from '../../../support/elements/uploader-page.ts';
import { settled, until } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';

/** True when the page asks its visitor before it is left. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Removes an element, as a router does with the step before. */
async function remove({ element }: UploaderHarness): Promise<void> {
  element.remove();
  // It notices in a microtask that it is not only moved.
  await Promise.resolve();
}

/** Lets some turns pass: a moment that nothing else says. */
async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn();
}

describe('<vh-uploader> that is removed while it uploads', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  /** An uploader whose second part is held back until `release`. */
  async function begin(attributes: Record<string, string> = {}, name = 'trip.mp4') {
    const uploader = await show(attributes);
    const seen = service.seen.length;
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10, name));
    await uploader.until(() => service.seen.length === seen + 3);
    return uploader;
  }

  it('goes on sending, and the page asks before it is left', async () => {
    const uploader = await show();
    uploader.choose(makeFile(40));
    await uploader.when('vh-upload-start');
    await remove(uploader);
    expect(asks()).to.equal(true);
    await until(() => uploads().items.every(({ isUnattended }) => isUnattended));
    expect(uploads().items.map(({ name }) => name)).to.deep.equal(['clip.mp4']);
    await until(() => uploads().items.every(({ video }) => video !== undefined));
    expect(asks()).to.equal(false);
    expect([...service.bytes()]).to.deep.equal([...makeBytes(40)]);
    expect([service.videos.size, service.seen.length]).to.deep.equal([1, 10]);
    expect(uploader.events.filter(({ type }) => type === 'vh-upload-done')).to.have.length(1);
  });

  it('is shown by the next uploader, which continues it and has its value', async () => {
    const left = await begin();
    await remove(left);
    await left.until(() => matches(left.element, 'empty'));
    expect(left.element.values).to.deep.equal([]);
    const next = await show();
    await next.until(() => next.rows.includes('trip.mp4'));
    expect(service.aborted).to.equal(0);
    const { length } = left.events;
    next.press(words('uploader.pause'));
    await next.until(() => next.text.includes(words('uploader.paused')));
    next.press(words('uploader.resume'));
    await next.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
    expect(next.element.value).to.equal('vi1');
    expect(left.events).to.have.length(length);
    expect(next.story).not.to.include('vh-upload-start');
  });

  it('is shown by an uploader that came before it went', async () => {
    const left = await begin();
    const next = await show();
    await remove(left);
    await next.until(() => next.rows.includes('trip.mp4'));
    expect(uploads().items.map(({ isUnattended }) => isUnattended)).to.deep.equal([false]);
  });

  it('is not shown by an uploader that was there before its files, unless both name their group', async () => {
    const other = await show();
    await remove(await begin());
    const same = await show({ 'upload-group': 'films' });
    await remove(await begin({ 'upload-group': 'films' }, 'film.mp4'));
    await same.until(() => same.rows.includes('film.mp4'));
    expect(other.rows).to.deep.equal([]);
  });

  it('is shown by itself again when it is put back', async () => {
    const uploader = await begin();
    await remove(uploader);
    stage.append(uploader.element);
    await uploader.until(() => uploader.rows.includes('trip.mp4'));
    expect(service.aborted).to.equal(0);
    expect(service.seen).to.have.length(3);
  });

  it('is shown as failed, and tried again without another choice of its file', async () => {
    const left = await show();
    service.faults.push(undefined, { status: 400 });
    left.choose(makeFile(10, 'trip.mp4'));
    await left.when('vh-error');
    await remove(left);
    expect(uploads().items.map(({ status, isUnattended }) => [status, isUnattended])).to.deep.equal([
      ['failed', true],
    ]);
    expect(asks()).to.equal(false);
    const next = await show();
    await next.until(() => next.rows.includes('trip.mp4'));
    next.press(words('uploader.retry'));
    await next.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(service.videos.size).to.equal(1);
    expect(next.events.filter(({ type }) => type === 'vh-error')).to.have.length(0);
  });

  for (const { what, attributes, shown } of [
    { what: 'that takes several', attributes: { multiple: '' }, shown: 'a.mp4,b.mp4' },
    { what: 'that takes one: that of the first', attributes: {}, shown: 'a.mp4' },
  ] as const) {
    it(`is shown with that of another element by an uploader ${what}`, async () => {
      const [one, other] = [await begin({}, 'a.mp4'), await begin({}, 'b.mp4')];
      await remove(one);
      await remove(other);
      const next = await show(attributes);
      await next.until(() => next.rows.join() === shown);
      expect(service.aborted).to.equal(0);
      uploads().pause();
      uploads().resume();
      await until(() => uploads().items.every(({ video }) => video !== undefined));
      expect(next.element.values).to.have.length(shown.split(',').length);
      expect(service.videos.size).to.equal(2);
      for (const id of service.videos.keys())
        expect([...service.bytes(id)]).to.deep.equal([...makeBytes(10)]);
      // Whatever became of the queues: the next one has them all.
      await remove(next);
      expect(uploads().items.map(({ name }) => name)).to.include.members(shown === 'a.mp4' ? ['b.mp4'] : []);
    });
  }

  it('brings all files of its form along', async () => {
    const left = await show({ multiple: '', concurrency: '1', name: 'films' });
    service.faults.push(undefined, undefined, undefined, 'silence');
    left.choose(...['a.mp4', 'b.mp4', 'c.mp4'].map(makeOwnFile));
    await left.until(() => left.element.values.length === 1 && service.seen.length === 4);
    await remove(left);
    const form = document.createElement('form');
    stage.append(form);
    const next = await show({ multiple: '', concurrency: '1', name: 'films' }, form);
    await next.until(() => next.rows.join() === 'a.mp4,b.mp4,c.mp4');
    expect(new FormData(form).getAll('films')).to.deep.equal(['vi1']);
    next.press(words('uploader.pauseAll'));
    uploads().resume();
    await next.until(() => next.element.values.length === 3);
    expect(new FormData(form).getAll('films')).to.have.length(3);
  });

  for (const { what, attributes } of [
    { what: 'another group', attributes: { 'upload-group': 'other' } },
    { what: 'another field', attributes: { name: 'trailer' } },
    { what: 'another place', attributes: { 'video-id': 'vi9' } },
    { what: 'another visitor', attributes: { subject: 'ben' } },
  ] as const) {
    it(`shows nothing to an uploader for ${what}`, async () => {
      const uploader = await begin({ subject: what === 'another visitor' ? 'anna' : '' });
      await remove(uploader);
      const other = await show(attributes);
      await settled(20);
      expect(other.everything).not.to.contain('trip.mp4');
      expect(other.rows).to.deep.equal([]);
      const left = what === 'another visitor' ? 0 : 1;
      expect(uploads().items.length, 'uploads that go on').to.equal(left);
      expect(service.aborted).to.equal(left === 0 ? 2 : 0);
      expect(asks()).to.equal(left === 1);
    });
  }

  it('sends nothing more of a visitor who signs out of a page that shows no uploader of theirs', async () => {
    const asked: string[] = [];
    const uploader = await show({ subject: 'anna' });
    const other = await show({ 'subject': 'anna', 'upload-group': 'other' });
    uploader.element.grant = (_reason, { file }) => {
      asked.push(file.name);
      return { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } };
    };
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => service.seen.length === 3);
    await remove(uploader);
    other.element.subject = undefined;
    await other.element.updateComplete;
    expect(uploads().items).to.deep.equal([]);
    await settled(50);
    expect([asked.length, service.seen.length, service.aborted]).to.deep.equal([1, 3, 2]);
    expect(asks()).to.equal(false);
  });

  it('still finds the files of a folder that was being read', async () => {
    const uploader = await show({ multiple: '' });
    uploader.dropFolder(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
    await remove(uploader);
    await until(() => uploads().items.length === 2 && uploads().items.every(({ video }) => video));
    expect(service.videos.size).to.equal(2);
    const next = await show({ multiple: '' });
    await next.until(() => next.rows.join() === 'a.mp4,b.mp4');
  });

  it('is one that a script can list, pause, resume and cancel', async () => {
    const states: string[] = [];
    const ended = new AbortController();
    uploads().subscribe(({ status }) => states.push(status), { signal: ended.signal });
    await remove(await begin());
    const [one] = uploads().items;
    expect(one).to.include({ name: 'trip.mp4', group: '', isUnattended: true, total: 10 });
    uploads().pause(one?.id);
    expect(uploads().state.status).to.equal('paused');
    expect(service.aborted).to.equal(2);
    uploads().resume(one?.id);
    await until(() => uploads().items[0]?.video !== undefined);
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(states).to.include.members(['running', 'paused', 'settled']);
    uploads().cancel(one?.id);
    expect(uploads().items).to.deep.equal([]);
    ended.abort();
    const { length } = states;
    await remove(await begin({}, 'other.mp4'));
    expect(uploads({ group: 'none' }).items).to.deep.equal([]);
    const aborted = service.aborted;
    uploads().cancel();
    expect([uploads().items.length, service.aborted, asks()]).to.deep.equal([0, aborted + 2, false]);
    expect(states).to.have.length(length);
  });

  it('uploads each film once, with 200 removals and returns at random moments', async function () {
    this.timeout(100_000);
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const random = seededRandom(seed);
    const below = (bound: number) => Math.floor(random() * bound);
    const where = () => ({ seed });
    const sizes = new Map<string, number>();
    let shown = await show({ multiple: '' });
    for (let time = 0; time < 200; time++) {
      if (time % 4 === 0) {
        const name = `film-${String(sizes.size)}.mp4`;
        const size = 20 + 4 * below(8) + sizes.size;
        sizes.set(name, size);
        // As soon as it shows what there is.
        await until(() => uploads().items.every(({ isUnattended }) => !isUnattended), where);
        shown.choose(makeFile(size, name));
      }
      await pass(below(12));
      const isEarly = below(2) === 0;
      const next = isEarly ? await show({ multiple: '' }) : undefined;
      await remove(shown);
      await pass(below(2));
      shown = next ?? (await show({ multiple: '' }));
    }
    // Where all were stored before the last removal, nothing is left to list: the service has the last word.
    const parts = [...sizes.values()].reduce((sum, size) => sum + Math.ceil(size / 4), 0);
    const left = () => uploads().items.filter(({ video }) => video === undefined);
    await until(
      () => service.seen.length >= parts && left().length === 0,
      () => ({ ...where(), parts, sent: service.seen.length, left: left().length }),
    );
    const wanted = [...sizes.values()].map((size) => [...makeBytes(size)].join());
    const stored = [...service.videos.keys()].map((id) => [...service.bytes(id)].join());
    expect(stored.sort(), `seed ${String(seed)}`).to.deep.equal(wanted.sort());
    expect(service.seen.length, `seed ${String(seed)}`).to.equal(parts);
    expect(service.aborted, `seed ${String(seed)}`).to.equal(0);
  });
});
