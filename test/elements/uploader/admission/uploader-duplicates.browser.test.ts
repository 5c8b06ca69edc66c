import { expect } from 'chai';
import { uploads, uploadScope } from '../../../../src/upload/index.ts';
import { fingerprintContent } from '../../../../src/upload/films/uploaded-films.ts';
import { RecordStore } from '../../../../src/upload/resume/store/record-store.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import {
  clearPage,
  matches,
  service,
  setUpPage,
  show,
  stage,
} from '../../../support/elements/uploader-page.ts';
import { makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import { settled, until } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';

const KEY = 'vh-uploaded-films';
const WARNING = { 'with-duplicate-warning': '' };
const SEVERAL = { ...WARNING, multiple: '' };

const again = () => words('uploader.uploadAgain');
const leaveOut = () => words('uploader.leaveOut');

describe('<vh-uploader>, and a film that this browser has uploaded before', () => {
  let ended: AbortController;
  beforeEach(() => {
    setUpPage();
    localStorage.removeItem(KEY);
    ended = new AbortController();
  });
  afterEach(async () => {
    ended.abort();
    await clearPage();
    localStorage.removeItem(KEY);
    document.documentElement.lang = 'en';
  });

  const stored = () => localStorage.getItem(KEY) ?? '';
  /** Those of this test: one before it may remember its film a moment later. */
  const count = () => stored().split(`"grant ${new URL(service.url).origin}`).length - 1;
  const titles = () => [...service.videos.values()].map(({ title }) => title);
  const today = (locale = 'en') => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(Date.now());
  const sentence = () => words('uploader.duplicate', { date: today() });

  /** Uploads films on a page that is left afterwards. */
  async function uploadBefore(files: readonly File[], attributes: Record<string, string> = {}) {
    const uploader = await show({ ...SEVERAL, ...attributes });
    uploader.element.upload(files);
    await uploader.until(() => uploader.element.values.length === files.length);
    await until(() => count() === files.length);
    uploader.element.remove();
    await settled(2);
    service.seen.length = 0;
    service.videos.clear();
  }

  /** An uploader that asks about films which were uploaded before. */
  async function asked(files: readonly File[], attributes: Record<string, string> = {}, parent = stage) {
    const uploader = await show({ ...WARNING, ...attributes }, parent);
    uploader.choose(...files);
    await uploader.until(() => uploader.hasPart('again-button'));
    return uploader;
  }

  /** True of a page whose uploader has sent nothing, in more turns than anything that is under way could need. */
  async function isSilent(): Promise<boolean> {
    await settled(10);
    return service.seen.length === 0;
  }

  /** Replaces a method of every storage until the test has ended. */
  function refuse(method: 'getItem' | 'setItem'): void {
    const before = Reflect.get(Storage.prototype, method) as unknown;
    const put = (value: unknown) => Reflect.set(Storage.prototype, method, value);
    put(() => {
      throw new DOMException('no', method === 'setItem' ? 'QuotaExceededError' : 'SecurityError');
    });
    ended.signal.addEventListener('abort', () => put(before));
  }

  it('asks before a byte leaves, and uploads it when its visitor wants that', async () => {
    await uploadBefore([makeFile(10)]);
    const uploader = await asked([makeFile(10)]);
    expect(uploader.details).to.deep.equal([sentence()]);
    expect(uploader.buttons).to.include.members([again(), leaveOut()]);
    await uploader.until(() => uploader.spoken.includes(sentence()));
    expect(matches(uploader.element, 'duplicate')).to.equal(true);
    expect(await isSilent()).to.equal(true);
    expect(uploader.story).to.deep.equal(['vh-file-accept']);
    uploader.button(again()).focus();
    uploader.press(again());
    await uploader.when('vh-upload-playable');
    expect(titles()).to.deep.equal(['clip.mp4']);
    expect(uploader.element.values.length).to.equal(1);
    expect(uploader.story.slice(0, 2)).to.deep.equal(['vh-file-accept', 'vh-upload-start']);
  });

  it('asks about a film that the upload worker has sent after its page had gone', async () => {
    const film = makeFile(10, 'trip.mp4');
    const visitor = { ...WARNING, subject: 'anna' };
    const elsewhere = await show({ ...visitor, 'upload-group': 'elsewhere' });
    const scope = uploadScope(elsewhere.element);
    const { name, size, type, lastModified } = film;
    const now = Date.now();
    await new RecordStore().put({
      ...{ key: `${scope} 1`, scope, file: { name, size, type, lastModified }, group: '', sent: size },
      ...{ startedAt: now, touchedAt: now, isUnseen: true, film: await fingerprintContent(film) },
      video: { videoId: 'vi9' },
    });
    const next = await show(visitor);
    await next.until(() => next.element.value === 'vi9');
    await until(() => count() === 1);
    const uploader = await asked([makeFile(10, 'copy of it.mp4')], {
      'subject': 'anna',
      'upload-group': 'third',
    });
    expect(uploader.details).to.deep.equal([sentence()]);
    expect(await isSilent()).to.equal(true);
  });

  it('leaves it out when its visitor wants that, and asks again when they bring it back', async () => {
    await uploadBefore([makeFile(10)]);
    const uploader = await asked([makeFile(10)]);
    uploader.press(leaveOut());
    await uploader.pressSoon(`${words('uploader.undo')}: clip.mp4`);
    await uploader.until(() => uploader.hasPart('again-button'));
    expect(await isSilent()).to.equal(true);
    uploader.press(again());
    await uploader.when('vh-upload-done');
    expect(titles()).to.deep.equal(['clip.mp4']);
  });

  it('knows a film by its bytes, whatever it is called, and takes no other film for it', async () => {
    const before = makeFile(3 * 2 ** 20, 'Holiday.mp4');
    const large = { protocol: 'parts', url: '', token: 'good' } as const;
    const first = await show(WARNING);
    first.element.grant = { ...large, url: service.url };
    first.choose(before);
    await first.when('vh-upload-done');
    await until(() => count() === 1);
    first.element.remove();
    service.videos.clear();
    const bytes = await before.arrayBuffer();
    const other = new Uint8Array(bytes.slice(0));
    other[other.length - 1] = 255 - (other.at(-1) ?? 0);
    const uploader = await show(SEVERAL);
    uploader.element.grant = { ...large, url: service.url };
    uploader.element.upload([
      new File([bytes], 'Copy of holiday.mp4', { type: 'video/mp4', lastModified: 5 }),
      new File([other], 'Holiday.mp4', { type: 'video/mp4' }),
    ]);
    await uploader.until(() => uploader.element.values.length === 1 && uploader.hasPart('again-button'));
    expect(titles()).to.deep.equal(['Holiday.mp4']);
    expect(uploader.details[0]).to.equal(sentence());
  });

  it('says the day in the visitor’s language', async () => {
    await uploadBefore([makeFile(10)]);
    document.documentElement.lang = 'de';
    const uploader = await asked([makeFile(10)]);
    await uploader.until(() =>
      uploader.details.includes(`Sie haben dieses Video am ${today('de')} hochgeladen.`),
    );
  });

  const films = ['a', 'b', 'c', 'd', 'e'].map((name) => makeOwnFile(`${name}.mp4`));

  it('asks once about many, and sends the new ones meanwhile', async () => {
    await uploadBefore(films);
    const uploader = await asked([...films, makeOwnFile('new.mp4')], { multiple: '' });
    await uploader.until(() => uploader.element.values.length === 1);
    const question = words('uploader.duplicates', { count: 5 });
    await uploader.until(() => uploader.total.includes(question) && uploader.spoken.includes(question));
    expect(titles()).to.deep.equal(['new.mp4']);
    expect(uploader.buttons).to.include(`${again()}: a.mp4`);
    uploader.press(words('uploader.uploadAllAgain'));
    await uploader.until(() => uploader.element.values.length === 6);
    expect(titles().sort()).to.deep.equal(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4', 'new.mp4']);
    expect(uploader.hasPart('again-all-button')).to.equal(false);
  });

  it('leaves all of many out', async () => {
    await uploadBefore(films);
    const uploader = await asked([...films, makeOwnFile('new.mp4')], { multiple: '' });
    const question = words('uploader.duplicates', { count: 5 });
    await uploader.until(() => uploader.total.includes(question));
    uploader.press(words('uploader.leaveAllOut'));
    await uploader.until(() => uploader.element.values.length === 1 && uploader.rows.length === 1);
    await settled(10);
    expect(titles()).to.deep.equal(['new.mp4']);
  });

  it('asks about one of several by its own buttons', async () => {
    await uploadBefore(films);
    const uploader = await asked(films, { multiple: '' });
    await uploader.pressSoon(`${again()}: b.mp4`);
    await uploader.pressSoon(`${leaveOut()}: c.mp4`);
    await uploader.until(() => uploader.element.values.length === 1);
    expect(titles()).to.deep.equal(['b.mp4']);
  });

  it('sends nothing of it when the page starts, pauses, resumes and retries', async () => {
    await uploadBefore([makeFile(10)]);
    const uploader = await asked([makeFile(10)], { 'without-autostart': '' });
    const { element } = uploader;
    element.start();
    element.pause();
    element.resume();
    element.retry();
    expect(await isSilent()).to.equal(true);
    // Which is what the page wants with a film that its visitor wants.
    uploader.press(again());
    await uploader.when('vh-upload-done');
  });

  it('holds a form back until it has an answer, and submits no film without one', async () => {
    await uploadBefore([makeFile(10)]);
    const form = document.createElement('form');
    stage.append(form);
    const uploader = await asked([makeFile(10)], { name: 'film' }, form);
    const { element } = uploader;
    await uploader.until(() => element.validationMessage === words('uploader.duplicateOpen'));
    expect(form.checkValidity()).to.equal(false);
    expect(new FormData(form).getAll('film')).to.deep.equal([]);
    uploader.press(leaveOut());
    await uploader.until(() => element.checkValidity());
    expect(new FormData(form).getAll('film')).to.deep.equal([]);
  });

  it('lets the page decide by the event', async () => {
    await uploadBefore([makeFile(10)]);
    const uploader = await show(SEVERAL);
    uploader.element.addEventListener('vh-file-accept', (event) => {
      if (event.duplicateOf) event.uploadAgain = true;
    });
    uploader.choose(makeFile(10));
    const { duplicateOf } = await uploader.when('vh-file-accept');
    expect(duplicateOf?.videoId).to.match(/./);
    expect(Date.now() - (duplicateOf?.uploadedAt ?? 0)).to.be.within(0, 60_000);
    await uploader.when('vh-upload-done');
    expect(titles()).to.deep.equal(['clip.mp4']);
  });

  it('tells uploads() of it, which answers, too', async () => {
    await uploadBefore([makeFile(10)]);
    const uploader = await asked([makeFile(10)]);
    const [item] = uploads().items;
    expect(item?.status).to.equal('duplicate');
    expect(item?.duplicateOf?.videoId).to.match(/./);
    expect(uploads().state.status).to.equal('idle');
    expect(await isSilent()).to.equal(true);
    uploads().uploadAgain(item?.id);
    await uploader.when('vh-upload-done');
    expect(titles()).to.deep.equal(['clip.mp4']);
  });

  it('asks the next uploader that shows it', async () => {
    await uploadBefore([makeOwnFile('a.mp4')]);
    const uploader = await asked([makeOwnFile('a.mp4'), makeOwnFile('b.mp4')], { multiple: '' });
    service.faults.push('silence');
    uploader.choose(makeOwnFile('c.mp4'));
    await uploader.until(() => uploader.rows.length === 3 && matches(uploader.element, 'uploading'));
    uploader.element.remove();
    const next = await show(SEVERAL);
    await next.until(() => next.rows.includes('a.mp4') && next.hasPart('again-button'));
    expect(titles()).not.to.include('a.mp4');
    next.press(`${again()}: a.mp4`);
    await next.until(() => titles().includes('a.mp4'));
  });

  it('remembers nothing, and asks nothing, where the page does not want it', async () => {
    await uploadBefore([makeFile(10)]);
    for (const attributes of [{ multiple: '' }, { ...SEVERAL, 'without-resume': '' }]) {
      const uploader = await show(attributes);
      uploader.choose(makeFile(10), makeOwnFile('other.mp4'));
      await uploader.until(() => uploader.element.values.length === 2);
      uploader.element.remove();
    }
    await settled(10);
    expect(count()).to.equal(1);
  });

  for (const method of ['getItem', 'setItem'] as const) {
    it(`uploads as ever where the browser refuses to ${method === 'getItem' ? 'read' : 'store'}`, async () => {
      if (method === 'getItem') await uploadBefore([makeFile(10)]);
      refuse(method);
      for (const attributes of [WARNING, WARNING]) {
        const uploader = await show(attributes);
        uploader.choose(makeFile(10));
        await uploader.when('vh-upload-playable');
        uploader.element.remove();
      }
      expect(titles().length).to.equal(2);
    });
  }

  it('takes what anybody has put into the storage for nothing', async () => {
    await uploadBefore([makeFile(10)]);
    const [film] = JSON.parse(stored()) as object[];
    const strange = [null, 5, 'x', [], { ...film, videoId: 7 }, { ...film, uploadedAt: 'now' }, { size: 10 }];
    const old = { ...film, uploadedAt: Date.now() - 91 * 24 * 60 * 60 * 1000 };
    for (const text of ['{', '[]', '{"size":10,}', JSON.stringify([...strange, old])]) {
      localStorage.setItem(KEY, text);
      const uploader = await show(WARNING);
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      // Else it is remembered after the next text is there.
      await until(() => count() === 1);
      uploader.element.remove();
    }
  });

  it('forgets a film of which no video could be made', async () => {
    service.hasExtensions = true;
    service.encoding = { playable: false, failed: true };
    const uploader = await show(WARNING);
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof' };
    uploader.choose(makeFile(10));
    const { error } = await uploader.when('vh-error');
    expect(error.code).to.equal('processing-failed');
    await until(() => count() === 0);
    service.encoding = { playable: true };
    uploader.element.remove();
    const next = await show(WARNING);
    next.choose(makeFile(10));
    await next.when('vh-upload-done');
  });

  describe('of a visitor', () => {
    const anna = () => ({ subject: 'anna' });

    it('asks nobody else', async () => {
      await uploadBefore([makeFile(10)], anna());
      for (const attributes of [{ subject: 'ben' }, {}]) {
        const uploader = await show({ ...WARNING, ...attributes });
        uploader.choose(makeFile(10));
        await uploader.when('vh-upload-done');
        uploader.element.remove();
      }
      await asked([makeFile(10)], anna());
    });

    const ways: Readonly<Record<string, (uploader: UploaderHarness) => unknown>> = {
      'a change of subject': ({ element }) => (element.subject = undefined),
      'uploads().signOut()': () => uploads().signOut(),
      'another tab': () => {
        const frame = document.createElement('iframe');
        stage.append(frame);
        frame.contentWindow?.localStorage.removeItem(KEY);
      },
    };
    for (const [way, signOut] of Object.entries(ways)) {
      it(`is forgotten at the sign-out, by ${way}`, async () => {
        await uploadBefore([makeFile(10)], anna());
        const uploader = await show({ ...WARNING, ...anna() });
        await signOut(uploader);
        await uploader.element.updateComplete;
        expect(count()).to.equal(0);
        uploader.element.subject = 'anna';
        uploader.choose(makeFile(10));
        await uploader.when('vh-upload-done');
      });
    }

    it('is not remembered once they have signed out in the middle of that', async () => {
      const uploader = await show({ ...WARNING, ...anna() });
      uploader.element.addEventListener('vh-upload-done', () => {
        uploader.element.subject = 'ben';
      });
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      await settled(15);
      expect(count()).to.equal(0);
    });
  });
});
