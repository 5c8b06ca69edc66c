import { expect } from 'chai';
import { makeFile, makeOwnFile } from '../../support/upload/uploader-file.ts';
import { HeldTimers } from '../../support/held-timers.ts';
import { FakeOptimizer } from './support/fake-optimizer.ts';
import type { UploaderHarness } from '../../support/elements/uploader-harness.ts';
import { keepNothing } from './support/uploader-states.ts';
import { clearPage, matches, service, setUpPage, show, stage } from '../../support/elements/uploader-page.ts';
import { words } from '../../support/words.ts';

const FLEETING = words('uploader.fleeting');
const RESTARTED = words('uploader.restarted');

describe('warnings of <vh-uploader>', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  describe('where nothing can be kept', () => {
    let ended: AbortController;
    beforeEach(() => {
      ended = new AbortController();
      keepNothing(ended.signal);
    });
    afterEach(() => {
      ended.abort();
    });

    it('says so in the row until it is done, and aloud once', async () => {
      const uploader = await show();
      const heard = uploader.countSpoken(FLEETING);
      service.faults.push(undefined, 'silence', 'silence');
      uploader.choose(makeFile(10));
      await uploader.until(() => uploader.text.includes(FLEETING));
      await uploader.until(() => uploader.spoken.includes(FLEETING) && service.faults.length === 0);
      uploader.press(words('uploader.pause'));
      await uploader.until(() => uploader.spoken.startsWith(words('uploader.paused')));
      expect(uploader.text).to.contain(FLEETING);
      uploader.press(words('uploader.resume'));
      await uploader.when('vh-upload-playable');
      await uploader.until(() => uploader.spoken === words('uploader.playable'));
      expect(uploader.text).not.to.contain(FLEETING);
      expect(heard.times).to.equal(1);
    });

    it('says it once for several', async () => {
      const uploader = await show({ multiple: '' });
      const heard = uploader.countSpoken(FLEETING);
      service.faults.push('silence', 'silence');
      uploader.choose(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
      await uploader.until(() => service.seen.length === 2 && uploader.text.includes(FLEETING));
      expect(uploader.text.split(FLEETING)).to.have.length(2);
      expect(uploader.details.join(' ')).not.to.contain(FLEETING);
      await uploader.until(() => uploader.spoken.includes(FLEETING));
      uploader.press(`${words('uploader.cancel')}: a.mp4`);
      uploader.press(`${words('uploader.cancel')}: b.mp4`);
      await uploader.until(() => uploader.spoken.includes('b.mp4 was removed.'));
      expect(heard.times).to.equal(1);
    });
  });

  it('does not warn where it can', async () => {
    const uploader = await show();
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.bar?.value === '40' && service.faults.length === 0);
    expect(uploader.text).not.to.contain(FLEETING);
    uploader.element.cancel();
  });

  it('says that the upload restarted', async () => {
    const uploader = await show();
    const heard = uploader.countSpoken(RESTARTED);
    service.faults.push(undefined, { status: 404, slug: 'resource-not-found' }, undefined, 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.text.includes(RESTARTED));
    await uploader.until(() => uploader.spoken.includes(RESTARTED));
    uploader.press(words('uploader.pause'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.resume')));
    uploader.press(words('uploader.resume'));
    await uploader.when('vh-upload-playable');
    await uploader.until(() => uploader.spoken === words('uploader.playable'));
    expect(heard.times).to.equal(1);
  });
});

describe('<vh-uploader>, speaking', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('does not say again what it has just said', async () => {
    const uploader = await show();
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.spoken === words('uploader.granting'));
    await uploader.until(() => uploader.spoken.includes('%'));
    expect(uploader.spoken).to.equal('25%');
  });
});

describe('<vh-uploader>, while the service is busy', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  for (const attributes of [{}, { multiple: '' }] as const) {
    it(`counts down, and tries at once when a person wants that: ${JSON.stringify(attributes)}`, async () => {
      const uploader = await show(attributes);
      service.faults.push({ status: 429, headers: { 'retry-after': '90' } });
      uploader.choose(makeFile(10));
      await uploader.until(() => /in (90|8\d)/.test(uploader.details[0] ?? ''));
      const [before] = uploader.details;
      await uploader.until(() => uploader.details[0] !== before);
      uploader.press(words('uploader.tryNow'));
      await uploader.when('vh-upload-done');
      expect(service.videos.size).to.equal(1);
    });
  }
});

describe('<vh-uploader>, in another language', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('says the first thing in it, too', async () => {
    stage.lang = 'de';
    const uploader = await show({ 'multiple': '', 'max-files': '1' });
    await uploader.until(() => uploader.buttons.includes('Videos auswählen'));
    const heard = uploader.countSpoken('video');
    uploader.choose(makeOwnFile('a.mp4'), makeOwnFile('b.mp4'));
    await uploader.until(() => uploader.text.includes('Hier geht nur 1 Video.'));
    await uploader.when('vh-upload-playable');
    expect(heard.times).to.equal(0);
  });
});

describe('<vh-uploader optimize>', () => {
  let shrinker: FakeOptimizer;
  /** The time in which a cancelled file can be brought back; a test says when it is over. */
  let undoTime: HeldTimers;
  beforeEach(setUpPage);
  beforeEach(() => {
    shrinker = new FakeOptimizer();
    undoTime = new HeldTimers(10_000);
  });
  afterEach(clearPage);
  afterEach(() => {
    shrinker.end();
    undoTime.restore();
  });

  let small: Blob;
  before(async () => {
    small = await (await fetch(new URL('../../media/dusk.mp4', import.meta.url))).blob();
  });

  /** A film of which much may be left out: a box of nothing follows it. */
  function film(): File {
    const nothing = new DataView(new ArrayBuffer(small.size * 2));
    nothing.setUint32(0, nothing.byteLength);
    nothing.setUint32(4, 0x66726565);
    return new File([small, nothing], 'dusk.mp4', { type: 'video/mp4' });
  }

  async function showShrinking(): Promise<UploaderHarness> {
    const uploader = await show({ optimize: '100p' });
    // In parts as large as the service's own: a film has more bytes than the files of other tests.
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good' };
    return uploader;
  }

  it('shows how far the smaller film is, and uploads that', async () => {
    const uploader = await showShrinking();
    uploader.choose(film());
    await uploader.until(() => shrinker.isAtWork);
    shrinker.report(0.1);
    await uploader.until(() => uploader.text.includes(`${words('uploader.optimizing')} · 10%`));
    expect(uploader.bar).to.deep.include({
      value: '10',
      share: '0.1',
      name: words('uploader.progressOf', { name: 'dusk.mp4' }),
    });
    expect(matches(uploader.element, 'optimizing')).to.equal(true);
    await uploader.until(() => uploader.spoken === words('uploader.optimizing'));
    shrinker.report(0.6);
    await uploader.until(() => uploader.spoken === '50%');
    // How long the rest takes, by what the first half took.
    await uploader.until(() => /60% · .+ left/.test(uploader.text));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).to.equal(false);
    shrinker.finish(small);
    const { file } = await uploader.when('vh-upload-done');
    await uploader.until(() => uploader.text.includes(words('uploader.saved', { percent: '66%' })));
    expect(file.name).to.equal('dusk.mp4');
    expect(service.bytes()).to.have.length(small.size);
  });

  it('ends with a cancel, once that cannot be undone', async () => {
    const uploader = await showShrinking();
    uploader.choose(film());
    await uploader.until(() => shrinker.isAtWork);
    shrinker.report(0.1);
    await uploader.until(() => uploader.buttons.includes(words('uploader.cancel')));
    uploader.press(words('uploader.cancel'));
    await uploader.until(() => undoTime.size === 1);
    undoTime.elapse();
    await uploader.until(() => !shrinker.isAtWork && uploader.buttons.includes(words('uploader.choose')));
    expect(service.seen).to.have.length(0);
    expect(uploader.story).to.deep.equal(['vh-file-accept']);
  });

  it('waits with the upload while it is paused', async () => {
    const uploader = await showShrinking();
    uploader.choose(film());
    await uploader.until(() => shrinker.isAtWork);
    shrinker.report(0.1);
    await uploader.until(() => uploader.buttons.includes(words('uploader.pause')));
    uploader.press(words('uploader.pause'));
    shrinker.report(0.2);
    await uploader.until(() => uploader.text.includes(words('uploader.paused')));
    shrinker.finish(small);
    await uploader.until(() => uploader.buttons.includes(words('uploader.start')));
    expect(service.seen).to.have.length(0);
    uploader.press(words('uploader.start'));
    await uploader.when('vh-upload-done');
  });
});
