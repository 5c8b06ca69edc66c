import { expect } from 'chai';
import { paintedWith } from '../support/painted-with.ts';
import { hasState, seenParts } from '../../support/elements/seen-parts.ts';
import { UploaderCaptions } from './support/uploader-captions.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import type { UploaderHarness } from '../../support/elements/uploader-harness.ts';
import { clearPage, service, setUpPage, show, stage } from '../../support/elements/uploader-page.ts';
import { RECORDER_STATES, STATES } from './support/uploader-states.ts';
import { words } from '../../support/words.ts';

const STATE_NAMES = [
  ...['empty', 'idle', 'optimizing', 'granting', 'uploading'],
  ...['waiting', 'paused', 'duplicate', 'processing', 'stored', 'playable', 'failed'],
];

describe('<vh-uploader> and the names that a page can style', () => {
  let ended: AbortController;
  let uploader: UploaderHarness;
  beforeEach(() => {
    setUpPage();
    ended = new AbortController();
  });
  afterEach(async () => {
    await clearPage();
    ended.abort();
  });

  /** Each on a page of its own. */
  const bring = async (state: string) => {
    await clearPage();
    ended.abort();
    setUpPage();
    ended = new AbortController();
    const way = STATES[state] ?? RECORDER_STATES[state];
    if (!way) throw new TypeError(`There is no ${state}.`);
    uploader = await way(ended.signal);
  };
  const shows = (...names: string[]) =>
    uploader.until(() => names.every((name) => seenParts(uploader.element, name).length > 0));
  const is = (...names: string[]) =>
    expect(STATE_NAMES.filter((name) => hasState(uploader.element, name))).to.deep.equal(names);

  it('are the parts of the invitation and of a row', async () => {
    await bring('empty');
    await shows('frame', 'zone', 'choose-button');
    await bring('uploading');
    await shows('row', 'icon', 'poster', 'name', 'detail', 'progress', 'progress-fill');
    await shows('pause-button', 'cancel-button');
    await bring('uploading, not to be remembered');
    await shows('notice');
    await bring('failed, with its details');
    await shows('details', 'retry-button');
    await bring('waiting for start()');
    await shows('start-button');
  });

  it('are the parts of several, of an offer and of the recorder', async () => {
    await bring('several, paused');
    await shows('list', 'row', 'foot', 'total', 'total-progress', 'pause-all-button', 'move-button');
    await bring('offering to go on');
    await shows('offer', 'resume-button', 'forget-button');
    await bring('with a camera');
    await shows('record-open-button');
    await bring('ready to record');
    await shows('recorder', 'record-button');
  });

  it('are what comes for a while: a removed file, a form that waits, a page to drop on', async () => {
    const form = document.createElement('form');
    form.addEventListener('submit', (event) => event.preventDefault());
    const button = document.createElement('button');
    form.append(button);
    stage.append(form);
    uploader = await show({ 'name': 'video', 'drop-on': 'page' }, form);
    await uploader.until(() => uploader.hasPart('page-drop'));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(makeFile(10));
    const options = { bubbles: true, cancelable: true, composed: true, dataTransfer };
    stage.dispatchEvent(new DragEvent('dragenter', options));
    stage.dispatchEvent(new DragEvent('dragover', options));
    await shows('page-drop');
    stage.dispatchEvent(new DragEvent('dragleave', options));
    service.faults.push('silence');
    uploader.choose(makeFile(10));
    await uploader.when('vh-upload-start');
    button.click();
    await shows('awaited', 'hold-button');
    await uploader.pressSoon(words('uploader.cancel'));
    await shows('removed', 'undo-button');
  });

  it('are what an ended right and captions bring', async () => {
    service.faults.push({ status: 401, slug: 'authentication-invalid-upload-token' });
    uploader = await show();
    uploader.element.grant = undefined;
    uploader.element.setAttribute('token', 'good');
    uploader.element.setAttribute('base-url', new URL(service.url).origin);
    uploader.choose(makeFile(10));
    await uploader.when('vh-error');
    await shows('reload-button');
    await clearPage();
    setUpPage();
    uploader = await show({ captions: '', backend: 'https://site.example/vh' });
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof' };
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await shows('captions', 'captions-add-button');
    new UploaderCaptions(uploader).choose(
      new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n'], 'trip.de.vtt'),
    );
    await shows('caption', 'captions-language', 'captions-send-button', 'captions-cancel-button');
    uploader.pressPart('captions-cancel-button');
    await shows('captions-add-button');
    new UploaderCaptions(uploader).choose(new File(['nothing to read'], 'trip.de.vtt'));
    await shows('captions-status', 'captions-add-button');
  });

  it('are the buttons of another file, of a recording, and of many that failed or were refused', async () => {
    await bring('offering to go on');
    uploader.input.addEventListener('click', (event) => event.preventDefault());
    uploader.pressPart('resume-button');
    uploader.choose(makeFile(12, 'other.mp4'));
    await shows('upload-other-button');
    await bring('reviewing');
    await shows('review-button', 'keep-button');
    await clearPage();
    setUpPage();
    uploader = await show({ multiple: '', accept: 'video/*' });
    service.faults.push({ status: 400 }, { status: 400 });
    uploader.choose(
      ...['One.mp4', 'Two.mp4'].map((name, at) => makeFile(10 + at, name)),
      ...['One.txt', 'Two.txt'].map((name) => makeFile(10, name, 'text/plain')),
    );
    await shows('retry-all-button', 'remove-refused-button');
    uploader.choose(...Array.from({ length: 20 }, (_, at) => makeFile(30 + at, `${String(at)}.mp4`)));
    await shows('filter');
  });

  it('are the buttons of the rest of several', async () => {
    uploader = await show({ multiple: '' });
    uploader.choose(...['One.mp4', 'Two.mp4'].map((name, at) => makeFile(10 + at, name)));
    await shows('clear-done-button');
  });

  it('are what an author says of a film, of several as well', async () => {
    const rest = window.fetch.bind(window);
    // `clearPage` puts the browser's own back.
    window.fetch = (input, init) =>
      new URL(new Request(input, init).url).pathname.endsWith('/details')
        ? Promise.resolve(Response.json({}, { status: 403 }))
        : rest(input, init);
    uploader = await show({ 'with-details': '', 'multiple': '', 'backend': 'https://site.example/vh' });
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof' };
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await shows('author-button');
    uploader.pressPart('author-button');
    await shows('author', 'details-form', 'details-title', 'details-description', 'details-tags');
    await shows('details-status', 'details-retry-button');
  });

  it('are the picture that its author chooses', async () => {
    const rest = window.fetch.bind(window);
    // `clearPage` puts the browser's own back.
    window.fetch = (input, init) =>
      new URL(new Request(input, init).url).pathname.endsWith('/poster')
        ? Promise.resolve(Response.json({}, { status: 403 }))
        : rest(input, init);
    uploader = await show({ 'with-poster': '', 'backend': 'https://site.example/vh' });
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof' };
    const bytes = await (await fetch('/test/media/dusk.mp4')).arrayBuffer();
    uploader.choose(new File([bytes], 'dusk.mp4', { type: 'video/mp4' }));
    await uploader.when('vh-upload-done');
    await shows('poster-form', 'poster-preview', 'poster-offer', 'poster-slider', 'poster-file-button');
    uploader.pressPart('poster-offer');
    await shows('poster-status', 'poster-retry-button');
  });

  it('are the way to the end of an upload', async () => {
    // As on a page without https.
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    after(() => Reflect.deleteProperty(navigator, 'clipboard'));
    service.encoding.playable = false;
    uploader = await show({ 'with-share': '', 'share-url': '/watch/{id}', 'embed-url': '/embed/{id}' });
    uploader.choose(makeFile(10, 'trip.mp4'));
    await shows('share', 'share-state', 'share-link', 'share-link-button', 'share-code-button');
    uploader.pressPart('share-code-button');
    await shows('share-code', 'share-status');
    service.encoding.playable = true;
    await shows('share-watch');
  });

  it('are where an author cuts a film', async () => {
    uploader = await show({ 'with-trim': '' });
    const film = await (await fetch('/media/tiny.mp4')).blob();
    uploader.choose(new File([film], 'trip.mp4', { type: 'video/mp4' }));
    await shows('trim', 'trim-strip', 'trim-handle', 'trim-reset-button');
    if (document.createElement('video').canPlayType('video/mp4; codecs="avc1.42c00c"') !== '')
      await shows('trim-preview', 'trim-play-button');
  });

  it('are the buttons of a language of the captions', async () => {
    const rest = window.fetch.bind(window);
    // `clearPage` puts the browser's own back.
    window.fetch = (input, init) =>
      new URL(new Request(input, init).url).pathname.endsWith('/captions')
        ? Promise.resolve(Response.json({}))
        : rest(input, init);
    uploader = await show({ captions: '', backend: 'https://site.example/vh' });
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof' };
    uploader.choose(makeFile(10, 'trip.mp4'));
    await uploader.when('vh-upload-done');
    await shows('captions-add-button');
    new UploaderCaptions(uploader).choose(
      new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n'], 'trip.de.vtt'),
    );
    await shows('captions-send-button');
    uploader.pressPart('captions-send-button');
    await shows('captions-default-button', 'captions-remove-button');
  });

  it('are the states of an upload, one at a time', async () => {
    await bring('empty');
    is('empty');
    await bring('waiting for start()');
    is('idle');
    await bring('making it smaller');
    is('optimizing');
    await bring('uploading');
    is('uploading');
    await bring('waiting for the service');
    is('waiting');
    await bring('paused');
    is('paused');
  });

  it('are the question about films that were uploaded before', async () => {
    await bring('asked whether to upload it again');
    is('duplicate');
    await shows('again-button', 'leave-out-button');
    await bring('several, asked whether to upload them again');
    await shows('again-button', 'leave-out-button', 'again-all-button', 'leave-out-all-button');
  });

  it('are the states at its end', async () => {
    await bring('processing');
    is('processing');
    await bring('playable');
    is('playable');
    await bring('failed');
    is('failed');
  });

  it('are the states without a byte on its way', async () => {
    uploader = await show();
    let give: ((grant: { protocol: 'parts'; url: string; token: string }) => void) | undefined;
    uploader.element.grant = () => new Promise((resolve) => (give = resolve));
    uploader.choose(makeFile(10));
    await uploader.until(() => give !== undefined && hasState(uploader.element, 'granting'));
    is('granting');
    give?.({ protocol: 'parts', url: service.url, token: 'good' });
    await uploader.when('vh-upload-done');
    await clearPage();
    setUpPage();
    uploader = await show();
    uploader.element.value = 'vi7';
    await uploader.until(() => hasState(uploader.element, 'stored'));
    is('stored');
  });

  it('are the colours and corners, each of something that shows', async () => {
    const painted = async (state: string, ...names: string[]) => {
      await bring(state);
      for (const name of names) {
        const value = name === '--vh-radius' ? '31px' : 'rgb(9, 87, 201)';
        uploader.element.style.setProperty(name, value);
        uploader.finishTransitions();
        expect(paintedWith(uploader.element, value), `${name} in ${state}`).to.not.deep.equal([]);
        uploader.element.style.removeProperty(name);
        uploader.finishTransitions();
        expect(paintedWith(uploader.element, value), name).to.deep.equal([]);
      }
    };
    await painted(
      'empty',
      '--vh-accent',
      '--vh-on-accent',
      '--vh-line',
      '--vh-radius',
      '--vh-surface-sunken',
    );
    await painted(
      'uploading',
      '--vh-accent',
      '--vh-surface',
      '--vh-surface-sunken',
      '--vh-text',
      '--vh-text-quiet',
    );
    await painted('failed', '--vh-danger');
    await painted('playable', '--vh-success');
    await bring('empty');
    uploader.find('[part=choose-button]')?.focus({ focusVisible: true });
    uploader.element.style.setProperty('--vh-focus', 'rgb(9, 87, 201)');
    expect(paintedWith(uploader.element, 'rgb(9, 87, 201)')).to.not.deep.equal([]);
  });

  it('is what the page puts into it', async () => {
    await bring('empty');
    const hint = Object.assign(document.createElement('p'), { textContent: 'At most 2 GB.' });
    uploader.element.append(hint);
    const box = hint.getBoundingClientRect();
    expect(box.height).to.be.greaterThan(0);
    expect(box.top).to.be.at.least(
      seenParts(uploader.element, 'choose-button')[0]?.getBoundingClientRect().bottom ?? NaN,
    );
  });
});
