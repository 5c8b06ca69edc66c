import { expect } from 'chai';
import { UnfinishedUploads } from '../../../../src/upload/resume/unfinished-uploads.ts';
import { HeldTimers } from '../../../support/held-timers.ts';
import { givePiece, recordAtOnce, recordShortly, showCanvas } from '../support/page-recorder.ts';
import { makeOwnFile } from '../../../support/upload/uploader-file.ts';
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

describe('<vh-uploader>, when its visitor signs out', () => {
  /** A visitor of this test only: records are kept under their names. */
  let anna: string;
  beforeEach(() => {
    setUpPage();
    anna = `anna-${crypto.randomUUID()}`;
  });
  afterEach(clearPage);

  const SEVERAL = { multiple: '', concurrency: '1', name: 'film' };

  /** An uploader whose grants say who asked for them, by the cookie of that moment. */
  async function showFor(attributes: Record<string, string>) {
    const uploader = await show(attributes);
    const asked: string[] = [];
    const page = { cookie: 'anna' };
    uploader.element.grant = (_reason, { file }) => {
      asked.push(`${page.cookie} ${file.name}`);
      return { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } };
    };
    const signOut = async (next?: string) => {
      page.cookie = next ?? 'none';
      uploader.element.subject = next;
      await uploader.element.updateComplete;
    };
    return { uploader, asked, signOut };
  }

  const offered = async (subject: string | undefined, { element }: UploaderHarness) => {
    const { grant, backend } = element;
    return (await new UnfinishedUploads(() => ({ grant, backend, subject })).list()).map(({ name }) => name);
  };

  for (const next of ['ben', undefined]) {
    it(`sends nothing of the visitor before, and shows none of it, to ${next ?? 'a page without a visitor'}`, async () => {
      const { uploader, asked, signOut } = await showFor({ ...SEVERAL, subject: anna });
      service.faults.push(undefined, undefined, undefined, undefined, 'silence', 'silence');
      uploader.choose(...['a.mp4', 'b.mp4', 'c.mp4'].map(makeOwnFile));
      await uploader.until(() => service.seen.length === 6 && uploader.element.values.length === 1);
      await uploader.until(() => uploader.rows.length === 3);
      expect(uploader.everything).to.contain('c.mp4');
      await signOut(next);
      expect(uploader.everything).not.to.match(/[abc]\.mp4/);
      expect(uploader.element.values).to.deep.equal([]);
      expect(matches(uploader.element, 'empty')).to.equal(true);
      // More turns than anything that was under way could need.
      await settled(50);
      expect(asked).to.deep.equal(['anna a.mp4', 'anna b.mp4']);
      expect(service.seen.length).to.equal(6);
      expect(uploader.everything).not.to.match(/[abc]\.mp4/);
      expect(await offered(next, uploader)).to.deep.equal([]);
    });
  }

  it('offers an upload to its own visitor again, and continues it into the same video', async () => {
    const { uploader, signOut } = await showFor({ subject: anna });
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeOwnFile('a.mp4'));
    await uploader.until(() => service.seen.length === 3);
    await signOut('ben');
    service.faults.length = 0;
    expect(await offered('ben', uploader)).to.deep.equal([]);
    uploader.choose(makeOwnFile('b.mp4'));
    await uploader.when('vh-upload-done');
    await signOut(anna);
    await uploader.until(() => uploader.everything.includes('a.mp4'));
    uploader.choose(makeOwnFile('a.mp4'));
    await uploader.until(() => uploader.element.value === 'vi1');
    expect(service.videos.size).to.equal(2);
  });

  it('ends a removed upload for good, without a request by the next visitor', async () => {
    const undoTime = new HeldTimers(10_000);
    const { uploader, asked, signOut } = await showFor({ ...SEVERAL, subject: anna });
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeOwnFile('a.mp4'));
    await uploader.until(() => service.seen.length === 3);
    await uploader.until(() => uploader.canUndo);
    await uploader.pressSoon(`${words('uploader.cancel')}: a.mp4`);
    await uploader.until(() => uploader.everything.includes(words('uploader.undo')));
    await signOut('ben');
    undoTime.restore();
    expect(uploader.everything).not.to.contain('a.mp4');
    await settled(50);
    expect(asked).to.deep.equal(['anna a.mp4']);
    await until(async () => (await offered(anna, uploader)).length === 0);
  });

  for (const next of ['ben', undefined]) {
    it(`restores no form of the visitor before for ${next ?? 'a page without a visitor'}, and restores it for its own`, async () => {
      const kept: unknown[] = [];
      const own = Object.getOwnPropertyDescriptor(ElementInternals.prototype, 'setFormValue');
      const setFormValue = own?.value as ElementInternals['setFormValue'];
      ElementInternals.prototype.setFormValue = function (value, state) {
        kept.push(state);
        setFormValue.call(this, value, state ?? null);
      };
      const { uploader } = await showFor({ name: 'film', subject: anna });
      uploader.choose(makeOwnFile('a.mp4'));
      await uploader.when('vh-upload-done');
      ElementInternals.prototype.setFormValue = setFormValue;
      // What the browser does after a reload, and on the way back.
      const form = document.createElement('form');
      stage.append(form);
      const reloaded = await show({ name: 'film', ...(next !== undefined && { subject: next }) }, form);
      reloaded.element.formStateRestoreCallback(kept.at(-1));
      await settled(30);
      expect(reloaded.everything).not.to.contain('a.mp4');
      expect(new FormData(form).has('film')).to.equal(false);
      if (next !== undefined) return;
      reloaded.element.subject = anna;
      await reloaded.until(() => reloaded.rows.includes('a.mp4'));
      expect(new FormData(form).get('film')).to.equal(uploader.element.value);
    });
  }

  it('continues what a visitor has begun before they signed in', async () => {
    const { uploader, asked } = await showFor({ multiple: '', concurrency: '1' });
    service.faults.push('silence', 'silence', 'silence');
    uploader.choose(...['a.mp4', 'b.mp4'].map(makeOwnFile));
    await uploader.until(() => service.seen.length > 0);
    uploader.element.subject = 'anna';
    await uploader.element.updateComplete;
    await uploader.until(() => uploader.rows.join() === 'a.mp4,b.mp4');
    expect(asked.length).to.be.greaterThan(0);
  });

  it('turns the camera off, and keeps the recording for its maker', async () => {
    const { uploader, asked, signOut } = await showFor({ capture: 'camera', subject: anna });
    const ended = new AbortController();
    recordShortly(ended.signal);
    const camera = showCanvas(ended.signal);
    uploader.pressPart('record-open-button');
    await uploader.until(() => uploader.hasPart('record-button') && uploader.isShowing);
    await recordAtOnce(uploader);
    givePiece();
    await until(() => asked.length === 1);
    await signOut('ben');
    expect(uploader.hasPart('recorder')).to.equal(false);
    await settled(50);
    expect(camera.stream?.getTracks().map(({ readyState }) => readyState)).to.deep.equal(['ended']);
    expect(asked).to.have.length(1);
    expect(uploader.buttons).not.to.include(words('recorder.uploadLeft'));
    await signOut(anna);
    await uploader.until(() => uploader.buttons.includes(words('recorder.uploadLeft')));
    uploader.press(words('recorder.deleteLeft'));
    ended.abort();
  });

  for (const next of ['the same visitor', 'ben']) {
    it(`offers a cancelled recording that the browser cannot keep to ${next === 'ben' ? 'nobody else' : next}`, async () => {
      const { uploader, asked, signOut } = await showFor({
        'capture': 'camera',
        'subject': anna,
        'without-resume': '',
      });
      const ended = new AbortController();
      recordShortly(ended.signal);
      showCanvas(ended.signal);
      uploader.pressPart('record-open-button');
      await uploader.until(() => uploader.hasPart('record-button') && uploader.isShowing);
      await recordAtOnce(uploader);
      givePiece();
      await until(() => asked.length === 1);
      uploader.element.cancel();
      await uploader.until(() => uploader.buttons.includes(words('recorder.uploadLeft')));
      if (next === 'ben') {
        await signOut('ben');
        await uploader.until(() => !uploader.buttons.includes(words('recorder.uploadLeft')));
        await settled(50);
        expect(uploader.buttons).not.to.include(words('recorder.uploadLeft'));
      } else {
        uploader.press(words('recorder.uploadLeft'));
        await uploader.when('vh-upload-done');
        // A piece, and what the recorder gives at its end.
        const bytes = service.bytes(uploader.element.value);
        expect(new TextDecoder().decode(bytes)).to.equal('a short film'.repeat(2));
        await settled(30);
        expect(uploader.buttons).not.to.include(words('recorder.uploadLeft'));
      }
      ended.abort();
    });
  }
});
