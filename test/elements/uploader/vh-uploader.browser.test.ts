import { expect } from 'chai';
import { HeldTimers } from '../../support/held-timers.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { axeViolations } from '../../support/elements/axe.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { openFrame } from './support/uploader-frame.ts';
import { UploaderHarness } from '../../support/elements/uploader-harness.ts';
import { clearPage, matches, service, setUpPage, show, stage } from '../../support/elements/uploader-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-uploader>', () => {
  beforeEach(setUpPage);
  afterEach(clearPage);

  it('is accessible in every state', async () => {
    const uploader = await show();
    expect(await axeViolations(stage), 'empty').to.deep.equal([]);
    // However often they are sent again: on a busy machine, the look takes longer than a silent request is waited for.
    service.lastAnswered = 1;
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.bar?.value === '40' && service.seen.length >= 3);
    expect(await axeViolations(stage), 'uploading').to.deep.equal([]);
    await uploader.pressSoon(words('uploader.pause'));
    await uploader.until(() => matches(uploader.element, 'paused'));
    expect(await axeViolations(stage), 'paused').to.deep.equal([]);
    service.encoding.playable = false;
    service.lastAnswered = Infinity;
    uploader.press(words('uploader.resume'));
    await uploader.when('vh-upload-done');
    expect(await axeViolations(stage), 'processing').to.deep.equal([]);
    service.encoding.playable = true;
    await uploader.when('vh-upload-playable');
    expect(await axeViolations(stage), 'playable').to.deep.equal([]);
    uploader.choose(makeFile(0));
    await uploader.when('vh-error');
    expect(await axeViolations(stage), 'failed').to.deep.equal([]);
    uploader.element.setAttribute('api-key', 'x');
    await uploader.element.updateComplete;
    expect(await axeViolations(stage), 'closed').to.deep.equal([]);
  });

  it('uploads the file that is chosen, and says so in order', async () => {
    const uploader = await show();
    uploader.choose(makeFile(10));
    const { video } = await uploader.when('vh-upload-playable');
    expect(video.videoId).to.equal('vi1');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
    expect(uploader.story).to.deep.equal([
      'vh-file-accept',
      'vh-upload-start',
      'vh-upload-progress',
      'vh-upload-done',
      'vh-upload-playable',
    ]);
    expect(uploader.events.every(({ bubbles, composed }) => !bubbles && !composed)).to.equal(true);
  });

  it('shows how far it is', async () => {
    const uploader = await show();
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.until(() => uploader.bar?.value === '40' && service.faults.length === 0);
    expect(uploader.text).to.contain('trip.mp4').and.to.contain('40%');
    expect(uploader.bar).to.deep.include({
      name: words('uploader.progressOf', { name: 'trip.mp4' }),
      share: '0.4',
    });
    expect(uploader.bar?.text).to.contain('40%');
  });

  it('waits for start() with `without-autostart`', async () => {
    const uploader = await show({ 'without-autostart': '' });
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.buttons.includes(words('uploader.start')));
    expect(service.seen).to.have.length(0);
    uploader.element.start();
    await uploader.when('vh-upload-done');
  });

  it('asks the place of the media when no answer said where the video is, until it can be played', async () => {
    const reads: string[] = [];
    const noteReads = () => {
      const serviceFetch = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        reads.push(input instanceof Request ? input.url : input.toString());
        return serviceFetch(input, init);
      };
    };
    noteReads();
    service.encoding.playable = false;
    const uploader = await show({ 'asset-url': 'https://media.example/of-all/' });
    service.faults.push(undefined, undefined, 'lost-answer');
    uploader.choose(makeFile(10));
    const manifest = 'https://media.example/of-all/vod/vi1/hls/manifest.m3u8';
    await uploader.until(() => reads.includes(manifest));
    expect([service.sentAssets, matches(uploader.element, 'processing')]).to.deep.equal([false, true]);
    service.encoding.playable = true;
    await uploader.when('vh-upload-playable');
    await clearPage();
    setUpPage();
    const other = await show();
    other.element.assetUrl = 'https://other.example';
    reads.length = 0;
    noteReads();
    service.faults.push(undefined, undefined, 'lost-answer');
    other.choose(makeFile(10));
    await other.when('vh-upload-playable');
    expect(reads).to.include('https://other.example/vod/vi1/hls/manifest.m3u8');
  });

  it('speaks the wire that the page names, by attribute and property', async () => {
    const base = { 'base-url': new URL(service.url).origin, 'token': 'good' };
    const { uploader, file } = await openFrame({ ...base, protocol: 'tus' });
    uploader.element.grant = undefined;
    uploader.element.upload(file('a.mp4'));
    await uploader.when('vh-upload-done');
    expect([...service.tus.bytes]).to.deep.equal([...makeBytes(10)]);
    expect(service.seen).to.deep.equal([]);
    uploader.events.length = 0;
    uploader.element.protocol = 'parts';
    uploader.element.upload(file('b.mp4', makeBytes(9)));
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(9)]);
    expect(service.tus.uploads).to.equal(1);
  });

  it('uploads into the video that the page names, by attribute and property', async () => {
    const form = document.createElement('form');
    stage.append(form);
    const uploader = await show({ 'video-id': 'viOwn', 'name': 'video' }, form);
    for (const videoId of ['viOwn', 'viNext']) {
      uploader.element.videoId = videoId;
      uploader.events.length = 0;
      uploader.choose(makeFile(10));
      await uploader.when('vh-upload-done');
      expect([...service.bytes(videoId)]).to.deep.equal([...makeBytes(10)]);
      expect(new FormData(form).get('video')).to.equal(videoId);
    }
    expect([...service.videos.keys()]).to.deep.equal(['viOwn', 'viNext']);
  });

  it('says what to do about an error, and does it', async () => {
    const uploader = await show();
    service.faults.push({ status: 400 });
    uploader.choose(makeFile(10));
    const { error, code } = await uploader.when('vh-error');
    expect(isVhError(error, 'upload-refused')).to.equal(true);
    expect(code).to.equal(error.code);
    expect(uploader.text).not.to.contain('upload-refused');
    await uploader.pressSoon(words('uploader.retry'));
    await uploader.when('vh-upload-done');
    expect(uploader.events.filter(({ type }) => type === 'vh-error')).to.have.length(1);
  });

  it('pauses and resumes', async () => {
    const uploader = await show();
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.bar?.value === '40' && service.faults.length === 0);
    await uploader.pressSoon(words('uploader.pause'));
    await uploader.until(() => uploader.text.includes(words('uploader.paused')));
    uploader.press(words('uploader.resume'));
    await uploader.when('vh-upload-done');
    expect([...service.bytes()]).to.deep.equal([...makeBytes(10)]);
  });

  it('cancels what is on its way without a further event, and sends another file whole', async () => {
    const uploader = await show();
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    // Sent already: what it meets is not left for the next file.
    await uploader.until(
      () => uploader.buttons.includes(words('uploader.cancel')) && service.faults.length === 0,
    );
    const { length } = uploader.events;
    uploader.press(words('uploader.cancel'));
    await uploader.until(() => uploader.buttons.includes(words('uploader.choose')));
    expect(uploader.events).to.have.length(length);
    expect(service.aborted).to.equal(1);
    await uploader.until(() => uploader.spoken.includes(words('uploader.cancelled')));
    uploader.choose(makeFile(4));
    await uploader.when('vh-upload-done');
    expect([...service.videos.keys()]).to.deep.equal([uploader.element.value]);
    expect(service.bytes()).to.deep.equal(Uint8Array.from(makeBytes(4)));
  });

  it('is announced to screen readers at each quarter', async () => {
    const uploader = await show();
    expect(uploader.spoken).to.equal('');
    service.faults.push(undefined, 'silence', 'silence');
    uploader.choose(makeFile(10));
    await uploader.until(() => uploader.bar?.value === '40' && service.faults.length === 0);
    await uploader.until(() => uploader.spoken.endsWith('25%'));
  });

  it('takes another file after the first', async () => {
    const uploader = await show();
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-playable');
    uploader.events.length = 0;
    uploader.choose(makeFile(4));
    const { video } = await uploader.when('vh-upload-done');
    expect(video.videoId).to.equal('vi2');
    expect(uploader.element.value).to.equal('vi2');
  });

  it('shows its state to style sheets', async () => {
    const uploader = await show();
    expect(matches(uploader.element, 'empty')).to.equal(true);
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-playable');
    expect(matches(uploader.element, 'playable')).to.equal(true);
    expect(matches(uploader.element, 'uploading')).to.equal(false);
  });

  it('speaks the language around it', async () => {
    stage.lang = 'de';
    const uploader = await show();
    await uploader.until(() => uploader.buttons.includes('Video auswählen'));
    stage.lang = 'fr';
    await uploader.until(() => uploader.buttons.includes('Choisir une vidéo'));
  });

  it('speaks the language around the shadow root that it is in', async () => {
    stage.lang = 'de';
    const host = document.createElement('div');
    stage.append(host);
    const inside = document.createElement('div');
    host.attachShadow({ mode: 'open' }).append(inside);
    const uploader = await show({}, inside);
    await uploader.until(() => uploader.buttons.includes('Video auswählen'));
  });

  it('emits no more events when it is cancelled after the last byte', async () => {
    service.encoding.playable = false;
    const uploader = await show({ name: 'video' });
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-done');
    uploader.element.cancel();
    await uploader.until(() => matches(uploader.element, 'stored'));
    expect(uploader.element.value).to.equal('vi1');
  });

  it('takes a file before it is in a document, and has its looks when it is', async () => {
    const element = document.createElement('vh-uploader');
    element.grant = { protocol: 'parts', url: service.url, token: 'good' };
    expect(() => element.select()).not.to.throw();
    const uploader = new UploaderHarness(element);
    const done = new Promise((resolve) => element.addEventListener('vh-upload-done', resolve));
    element.upload(makeFile(10));
    await done;
    stage.append(element);
    await uploader.until(() => uploader.text.includes(words('uploader.playable')));
    expect(uploader.isDressed).to.equal(true);
  });

  it('draws bytes that move four times a second, and reports each to the page', async () => {
    const uploader = await show();
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 1_000 } };
    service.faults.push('silence');
    uploader.choose(makeFile(1_000));
    await uploader.until(() => matches(uploader.element, 'uploading') && uploader.bar?.share === '0');
    const draws = new HeldTimers(250);
    const began = performance.now();
    let ahead = 0;
    performance.now = () => began + ahead;
    try {
      const move = (bytes: number) => {
        // As much as lies between two reports.
        ahead += 100;
        service.moveBytes(bytes);
      };
      // What was drawn before may still be young: a real timer.
      move(100);
      await uploader.until(() => uploader.bar?.share === '0.1');
      const reported = uploader.events.length;
      for (const bytes of [200, 300, 400]) {
        move(bytes);
        await uploader.element.updateComplete;
        expect(uploader.bar?.share).to.equal('0.1');
      }
      expect(uploader.events.length - reported).to.equal(3);
      draws.elapse();
      await uploader.element.updateComplete;
      expect(uploader.bar?.share).to.equal('0.4');
      expect(uploader.bar?.value).to.equal('40');
      expect(uploader.animations).to.equal(0);
      // More than bytes: at once.
      uploader.element.pause();
      await uploader.element.updateComplete;
      expect(uploader.text).to.contain(words('uploader.paused'));
    } finally {
      // The page's own is the prototype's.
      Reflect.deleteProperty(performance, 'now');
      draws.restore();
    }
  });

  describe('with an API key', () => {
    for (const attribute of ['api-key', 'apikey', 'api_key', 'data-api-key']) {
      it(`refuses ${attribute}, loudly, and uploads nothing`, async () => {
        const uploader = await show({ [attribute]: 'secret-value' });
        const { error, code } = await uploader.when('vh-error');
        expect(code).to.equal('api-key-in-page');
        expect(error.message).not.to.contain('secret-value');
        expect(uploader.text).to.contain(words('uploader.keyInPage'));
        uploader.choose(makeFile(10));
        expect(() => uploader.element.upload(makeFile(10))).not.to.throw();
        expect(service.seen).to.have.length(0);
        expect(uploader.events.filter(({ type }) => type === 'vh-error')).to.have.length(2);
        uploader.element.removeAttribute(attribute);
        await uploader.element.updateComplete;
        uploader.choose(makeFile(10));
        await uploader.when('vh-upload-done');
      });
    }
  });
});
