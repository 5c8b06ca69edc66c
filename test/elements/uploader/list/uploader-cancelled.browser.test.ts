import { expect } from 'chai';
import { uploads } from '../../../../src/upload/index.ts';
import { UnfinishedUploads } from '../../../../src/upload/resume/unfinished-uploads.ts';
import { makeOwnFile } from '../../../support/upload/uploader-file.ts';
import { openFrame } from '../support/uploader-frame.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import {
  clearPage,
  matches,
  service,
  setUpPage,
  show,
  stage,
} from '../../../support/elements/uploader-page.ts';
import { until } from '../../../support/until.ts';

/** One question to the page backend. */
interface Question {
  action: string;
  videoId?: string;
  claim?: string;
}

describe('<vh-uploader>, cancelled', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  /** Puts a page backend in front of the service. `answers` is asked before each grant leaves. */
  function setUpBackend(grant: object, answered: Promise<void> = Promise.resolve()): Question[] {
    const asked: Question[] = [];
    const serviceFetch = globalThis.fetch;
    globalThis.fetch = async (url, init) => {
      const address = url instanceof Request ? url.url : url.toString();
      if (!address.startsWith('https://site.example/vh/')) return serviceFetch(url, init);
      // A stored video's status, which nothing here waits for.
      if (!init?.body) return new Response(null, { status: 404 });
      const question = JSON.parse(init.body as string) as Question;
      asked.push(question);
      if (question.action === 'discard') return Response.json({ discarded: true });
      await Promise.race([answered, untilAborted(init.signal)]);
      return Response.json({ ...grant, videoId: 'viMade', claim: 'a claim' });
    };
    return asked;
  }

  function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  const showWithBackend = async (attributes: Record<string, string> = {}) => {
    const uploader = await show({ backend: 'https://site.example/vh', ...attributes });
    uploader.element.grant = undefined;
    return uploader;
  };

  const parts = () => ({ protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } });

  /** What another visit would offer to continue. */
  const offered = async ({ element }: UploaderHarness) =>
    (await new UnfinishedUploads(() => element).list()).map(({ name }) => name);

  const begin: Record<string, (uploader: UploaderHarness) => Promise<void>> = {
    uploading: async (uploader) => {
      service.faults.push(undefined, 'silence', 'silence');
      uploader.choose(makeOwnFile('a.mp4'));
      await uploader.until(() => service.seen.length === 3);
    },
    paused: async (uploader) => {
      await begin['uploading']?.(uploader);
      uploader.element.pause();
      await uploader.until(() => matches(uploader.element, 'paused'));
      await until(async () => (await keptBytes(uploader)) === 4);
    },
    failed: async (uploader) => {
      service.faults.push(undefined, { status: 400 }, { status: 400 });
      uploader.choose(makeOwnFile('a.mp4'));
      await uploader.when('vh-error');
      await until(async () => (await offered(uploader)).length === 1);
    },
  };

  /** The bytes of the file that the browser has noted, in this tab or another. */
  async function keptBytes({ element }: UploaderHarness): Promise<number> {
    const { browserResumeEnvironment } = await import('../../../../src/upload/resume/resume-environment.ts');
    const { uploadScope } = await import('../../../../src/upload/resume/store/upload-scope.ts');
    const records = (await browserResumeEnvironment()?.records.list()) ?? [];
    const own = records.filter(({ scope }) => scope === uploadScope(element));
    return own
      .flatMap(({ upload }) => upload?.parts ?? [])
      .reduce((sum, { from, to, stored }) => sum + (stored ? to - from : 0), 0);
  }

  const ways: Record<string, (uploader: UploaderHarness) => unknown> = {
    'cancel()': ({ element }) => element.cancel(),
    "the form's reset": ({ element }) => element.form?.reset(),
  };

  for (const [way, end] of Object.entries(ways)) {
    for (const [state, reach] of Object.entries(begin)) {
      it(`leaves nothing to continue, by ${way} while it is ${state}`, async () => {
        const form = document.createElement('form');
        stage.append(form);
        const uploader = await show({}, form);
        await reach(uploader);
        const seen = service.seen.length;
        end(uploader);
        await uploader.until(() => matches(uploader.element, 'empty'));
        await until(async () => (await keptBytes(uploader)) === 0 && (await offered(uploader)).length === 0);
        // The next visit.
        uploader.element.remove();
        const next = await show();
        next.choose(makeOwnFile('a.mp4'));
        await next.when('vh-upload-done');
        expect(service.videos.size).to.equal(2);
        expect(service.seen.length - seen).to.equal(3);
      });
    }
  }

  it('gives the empty video back to the page backend while its first part is on the way', async () => {
    const asked = setUpBackend(parts());
    const uploader = await showWithBackend();
    service.faults.push('silence', 'silence', 'silence');
    uploader.choose(makeOwnFile('a.mp4'));
    await uploader.until(() => service.seen.length > 0);
    uploader.element.cancel();
    await until(() => asked.length === 2);
    expect(asked.map(({ action }) => action)).to.deep.equal(['upload', 'discard']);
    expect(asked[1]).to.include({ videoId: 'viMade', claim: 'a claim' });
  });

  it('gives back a video that the backend makes after the visitor has cancelled', async () => {
    let answer = () => {};
    const asked = setUpBackend(parts(), new Promise((resolve) => (answer = resolve)));
    const uploader = await showWithBackend();
    uploader.choose(makeOwnFile('a.mp4'));
    await until(() => asked.length === 1);
    uploader.element.cancel();
    answer();
    await until(() => asked.length === 2);
    expect(asked[1]).to.include({ action: 'discard', videoId: 'viMade', claim: 'a claim' });
    expect(service.seen.length).to.equal(0);
  });

  it('gives back what an earlier visit has left of a file that is chosen again and cancelled before its turn', async () => {
    const asked = setUpBackend(parts());
    // What is nobody's is forgotten at a sign-out.
    const anna = { subject: 'anna' };
    const earlier = await showWithBackend(anna);
    service.faults.push('silence', 'silence', 'silence', 'silence', 'silence', 'silence');
    earlier.choose(makeOwnFile('a.mp4'));
    await earlier.until(() => service.seen.length > 0);
    earlier.element.remove();
    await until(() => uploads().items.some(({ isUnattended }) => isUnattended));
    await uploads().signOut();
    await until(async () => (await offered(earlier)).length === 1);
    const next = await showWithBackend({ ...anna, multiple: '', concurrency: '1' });
    const seen = service.seen.length;
    next.element.upload([makeOwnFile('b.mp4'), makeOwnFile('a.mp4')]);
    await next.until(() => service.seen.length > seen && next.rows.length === 2);
    next.element.cancel();
    await until(() => asked.filter(({ action }) => action === 'discard').length === 2);
    await until(async () => (await offered(next)).length === 0);
    await next.until(() => !next.everything.includes('a.mp4'));
  });

  it('asks for no second video when it was paused before the answer', async () => {
    let answer = () => {};
    const asked = setUpBackend(parts(), new Promise((resolve) => (answer = resolve)));
    const uploader = await showWithBackend();
    uploader.choose(makeOwnFile('a.mp4'));
    await until(() => asked.length === 1);
    uploader.element.pause();
    await uploader.until(() => matches(uploader.element, 'paused'));
    answer();
    uploader.element.resume();
    await uploader.when('vh-upload-done');
    expect(asked.map(({ action }) => action)).to.deep.equal(['upload']);
  });

  for (const isPaused of [false, true]) {
    it(`deletes the upload of a tus server${isPaused ? ' after a pause' : ''}`, async () => {
      const { uploader, file } = await openFrame({});
      uploader.element.grant = { protocol: 'tus', url: service.url, token: 'good' };
      service.tus.faults.push(undefined, { arrived: 4 }, 'reset', 'reset');
      uploader.element.upload(file('a.mp4'));
      await uploader.until(() => service.tus.bytes.length === 4);
      if (isPaused) uploader.element.pause();
      uploader.element.cancel();
      await until(() => service.tus.seen.some(({ method }) => method === 'DELETE'));
      const deleted = service.tus.seen.filter(({ method }) => method === 'DELETE');
      expect(deleted.map(({ url }) => url.pathname)).to.deep.equal(['/upload/tus/one']);
      await until(async () => (await offered(uploader)).length === 0);
    });
  }

  it('keeps a stored video, and asks for nothing more', async () => {
    service.encoding.playable = false;
    const asked = setUpBackend(parts());
    const uploader = await showWithBackend();
    uploader.choose(makeOwnFile('a.mp4'));
    await uploader.when('vh-upload-done');
    uploader.element.cancel();
    await uploader.until(() => matches(uploader.element, 'stored'));
    expect(uploader.element.value).to.equal('viMade');
    expect(asked.map(({ action }) => action)).not.to.include('discard');
    expect(service.videos.size).to.equal(1);
  });
});
