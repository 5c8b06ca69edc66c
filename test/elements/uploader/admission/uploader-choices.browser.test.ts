import { expect } from 'chai';
import { isVhError } from '../../../../src/core/errors/vh-error.ts';
import { givePiece, recordAtOnce, recordShortly, showCanvas } from '../support/page-recorder.ts';
import { makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
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

describe('<vh-uploader>, and the files that it is given', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  /** A file as the dialog for folders gives it. */
  function inFolder(name: string, type = ''): File {
    const file = new File([name], name, { type, lastModified: 1_700_000_000_000 });
    Object.defineProperty(file, 'webkitRelativePath', { value: `trip/${name}` });
    return file;
  }

  const titles = () => [...service.videos.values()].map(({ title }) => title);

  for (const accept of ['default', '']) {
    it(`uploads the videos of a chosen folder only, with the ${accept || 'empty'} rule for kinds`, async () => {
      const uploader = await show({
        ...{ multiple: '', directory: '' },
        ...(accept === 'default' ? {} : { accept }),
      });
      const system = ['.DS_Store', '._a.mp4', 'Thumbs.db', 'desktop.ini'].map((name) => inFolder(name));
      uploader.element.upload([
        ...system,
        inFolder('a.mp4', 'video/mp4'),
        inFolder('.hidden.mp4', 'video/mp4'),
      ]);
      await uploader.when('vh-upload-playable');
      expect(titles()).to.deep.equal(['a.mp4']);
      await uploader.until(() => uploader.rows.length > 0);
      expect(uploader.rows).to.deep.equal(['a.mp4']);
    });
  }

  it('says so when a chosen folder has no video', async () => {
    const uploader = await show({ multiple: '', directory: '' });
    uploader.element.upload([inFolder('.DS_Store'), inFolder('notes.txt', 'text/plain')]);
    await uploader.until(() => uploader.text.includes(words('uploader.noVideos')));
    expect(service.seen).to.deep.equal([]);
  });

  it('makes one video of a file that is chosen twice, and says why', async () => {
    const uploader = await show({ multiple: '' });
    uploader.element.upload([makeOwnFile('a.mp4'), makeOwnFile('b.mp4'), makeOwnFile('a.mp4')]);
    await uploader.until(() => uploader.element.values.length === 2);
    const text = words('uploader.alreadyListed', { name: 'b.mp4' });
    uploader.choose(makeOwnFile('b.mp4'));
    await uploader.until(() => uploader.text.includes(text) && uploader.spoken.includes(text));
    await settled(30);
    expect(titles().sort()).to.deep.equal(['a.mp4', 'b.mp4']);
    expect(uploader.rows).to.deep.equal(['a.mp4', 'b.mp4']);
    // Two takes of one camera have the same name, and are two films.
    uploader.choose(new File(['another b'], 'b.mp4', { type: 'video/mp4', lastModified: 1 }));
    await uploader.until(() => uploader.element.values.length === 3);
  });

  for (const how of ['itself', 'its fieldset'] as const) {
    it(`uploads no file while it is disabled by ${how}, and says so to the page`, async () => {
      const fieldset = document.createElement('fieldset');
      stage.append(fieldset);
      const uploader = await show({}, fieldset);
      if (how === 'itself') uploader.element.disabled = true;
      else fieldset.disabled = true;
      let refusal: unknown;
      try {
        uploader.element.upload(makeFile(10));
      } catch (error) {
        refusal = error;
      }
      expect(isVhError(refusal, 'invalid-use')).to.equal(true);
      await settled(30);
      expect(service.seen).to.deep.equal([]);
      expect(matches(uploader.element, 'empty')).to.equal(true);
    });
  }

  it('offers to record "again" only once something was recorded', async () => {
    const ended = new AbortController();
    recordShortly(ended.signal);
    showCanvas(ended.signal);
    const uploader = await show({ capture: 'camera', multiple: '' });
    uploader.choose(makeOwnFile('a.mp4'));
    await uploader.when('vh-upload-done');
    await uploader.until(() => uploader.buttons.includes(words('uploader.camera')));
    expect(uploader.buttons).not.to.include(words('recorder.again'));
    uploader.press(words('uploader.camera'));
    await uploader.until(() => uploader.hasPart('record-button') && uploader.isShowing);
    await recordAtOnce(uploader);
    givePiece();
    uploader.pressPart('record-button');
    await uploader.pressSoon(words('recorder.keep'));
    await uploader.until(() => uploader.element.values.length === 2);
    await uploader.until(() => uploader.buttons.includes(words('recorder.again')));
    ended.abort();
  });

  for (const by of ['service', 'backend'] as const) {
    it(`tries a file again that the ${by} has called too large, by the button and by retry()`, async () => {
      const uploader = await show();
      const { grant } = uploader.element;
      let refusals = by === 'backend' ? 2 : 0;
      const serviceFetch = globalThis.fetch;
      if (by === 'backend') {
        uploader.element.grant = undefined;
        uploader.element.backend = 'https://site.example/vh';
        globalThis.fetch = async (url, init) => {
          const address = url instanceof Request ? url.url : url.toString();
          if (!address.startsWith('https://site.example/')) return serviceFetch(url, init);
          if (refusals-- <= 0) return Response.json(grant);
          return Response.json({ status: 413, title: 'Too large' }, { status: 413 });
        };
      } else service.faults.push(...Array.from({ length: 2 }, () => ({ status: 413 })));
      uploader.choose(makeFile(3));
      await uploader.when('vh-error');
      await uploader.pressSoon(words('uploader.retry'));
      await uploader.until(() => uploader.events.filter(({ type }) => type === 'vh-error').length === 2);
      uploader.element.retry();
      await uploader.when('vh-upload-done');
      expect(titles()).to.deep.equal(['clip.mp4']);
    });
  }

  it('continues an upload whose element was away for a while', async () => {
    const uploader = await show();
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => service.seen.length === 3);
    uploader.element.remove();
    await settled(30);
    service.faults.length = 0;
    stage.append(uploader.element);
    await uploader.until(() => uploader.rows.join() === 'clip.mp4');
    uploader.element.pause();
    uploader.element.resume();
    await uploader.when('vh-upload-done');
    expect(service.videos.size).to.equal(1);
  });
});
