import { FakeOptimizer } from './fake-optimizer.ts';
import { canvasCamera } from '../../../support/elements/canvas-camera.ts';
import { holdCountdown, recordAtOnce, recordShortly } from './page-recorder.ts';
import { uploads } from '../../../../src/upload/index.ts';
import { makeFile, makeOwnFile } from '../../../support/upload/uploader-file.ts';
import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { service, show } from '../../../support/elements/uploader-page.ts';

/** Brings an uploader of its own into a state; by no words, so that it works in every language. */
type Way = (ended: AbortSignal) => Promise<UploaderHarness>;

/** Every state that a person can see an uploader in. */
export const STATES: Readonly<Record<string, Way>> = {
  'empty': () => show(),
  'with a hint': async () => {
    const uploader = await show();
    uploader.element.append('MP4 or WebM, at most 2 GB.');
    return uploader;
  },
  'disabled': () => show({ disabled: '' }),
  'required, and nothing there': async () => {
    const uploader = await show({ required: '', name: 'film' });
    uploader.element.reportValidity();
    return uploader;
  },
  'dragged over': async () => {
    const uploader = await show();
    uploader.drag(makeFile(10), false);
    return uploader;
  },
  'offering to go on': async () => {
    const anna = { subject: 'anna' };
    const earlier = await show(anna);
    service.faults.push(undefined, { status: 400 });
    earlier.choose(makeFile(10, 'Holiday by the sea.mp4'));
    await earlier.when('vh-error');
    earlier.element.remove();
    // Else the page would have it still, and no visit before. What is nobody's is forgotten then.
    void uploads().signOut();
    const uploader = await show(anna);
    await uploader.until(() => uploader.hasPart('offer'));
    return uploader;
  },
  'closed': () => show({ 'api-key': 'x' }),
  'waiting for start()': async () => {
    const uploader = await show({ 'without-autostart': '' });
    uploader.choose(await film());
    await uploader.until(() => uploader.hasPart('start-button'));
    return uploader;
  },
  'asked whether to upload it again': async (ended) => {
    await uploadBefore([await film()], ended);
    const uploader = await show({ 'with-duplicate-warning': '' });
    uploader.choose(await film());
    await uploader.until(() => uploader.hasPart('again-button') && uploader.hasPart('poster'));
    return uploader;
  },
  'several, asked whether to upload them again': async (ended) => {
    const films = ['Morning.mp4', 'A walk with a very long name along the coast.mp4'].map(makeOwnFile);
    await uploadBefore(films, ended);
    const uploader = await show({ 'multiple': '', 'with-duplicate-warning': '' });
    uploader.choose(...films, makeOwnFile('Evening.mp4'));
    await uploader.until(() => uploader.hasPart('again-all-button') && service.videos.size === 3);
    return uploader;
  },
  'making it smaller': async (ended) => {
    const shrinker = new FakeOptimizer();
    ended.addEventListener('abort', () => shrinker.end(), { once: true });
    const uploader = await show({ optimize: '100p' });
    uploader.choose(await film());
    await uploader.until(() => shrinker.isAtWork);
    shrinker.report(0.34);
    await uploader.until(() => uploader.bar?.value === '34');
    return uploader;
  },
  'with its author’s area': async (ended) => {
    answerAuthor(ended);
    const uploader = await show({
      'with-details': '',
      'with-poster': '',
      'with-share': '',
      'share-url': '/watch/{id}',
      'embed-url': '/embed/{id}',
      'captions': '',
      'backend': '/author',
    });
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof' };
    uploader.choose(await film());
    await uploader.when('vh-upload-done');
    await uploader.until(() => uploader.hasPart('captions') && uploader.hasPart('details-form'));
    await uploader.until(() => uploader.hasPart('poster-offer'));
    uploader.pressPart('poster-offer');
    await uploader.until(() => uploader.find('[part="poster-preview"] canvas') !== undefined);
    return uploader;
  },
  'several, with one author’s area': async (ended) => {
    answerAuthor(ended, 403);
    const uploader = await show({
      'multiple': '',
      'with-details': '',
      'with-poster': '',
      'backend': '/author',
    });
    uploader.element.grant = { protocol: 'parts', url: service.url, token: 'good', claim: 'proof' };
    uploader.choose(await film(), makeFile(10, 'A talk about the sea and its winds.mp4'));
    await uploader.until(() => service.videos.size === 2 && uploader.hasPart('author-button'));
    uploader.pressPart('author-button');
    await uploader.until(() => uploader.hasPart('details-retry-button'));
    return uploader;
  },
  'uploading': () => uploading(),
  'uploading, not to be remembered': async (ended) => {
    keepNothing(ended);
    const uploader = await uploading();
    await uploader.until(() => uploader.hasPart('notice'));
    return uploader;
  },
  'waiting for the service': async () => {
    const uploader = await show();
    service.faults.push(undefined, { status: 503, headers: { 'retry-after': '600' } });
    uploader.choose(makeFile(10, 'Holiday by the sea.mp4'));
    await uploader.until(() => uploader.isIn('waiting'));
    return uploader;
  },
  'paused': async () => {
    const uploader = await uploading();
    uploader.pressPart('pause-button');
    await uploader.until(() => uploader.isIn('paused'));
    return uploader;
  },
  'processing': async () => {
    service.encoding.playable = false;
    const uploader = await showFilm();
    await uploader.when('vh-upload-done');
    return uploader;
  },
  'playable': async () => {
    const uploader = await showFilm();
    await uploader.when('vh-upload-playable');
    await uploader.until(() => uploader.hasPart('poster'));
    return uploader;
  },
  'failed': () => failed(),
  'failed, with its details': async () => {
    const uploader = await failed();
    uploader.openDetails();
    return uploader;
  },
  'refused': async () => {
    const uploader = await show({ accept: 'video/*' });
    uploader.choose(makeFile(10, 'Shopping list.txt', 'text/plain'));
    await uploader.when('vh-error');
    return uploader;
  },
  'several': () => several(),
  'several, paused': async () => {
    const uploader = await several();
    uploader.pressPart('pause-all-button');
    await uploader.until(() => uploader.isIn('paused'));
    return uploader;
  },
  'several, and one too many': async () => {
    const uploader = await show({ 'multiple': '', 'max-files': '1' });
    uploader.choose(makeFile(10, 'One.mp4'), makeFile(10, 'Two.mp4'));
    await uploader.when('vh-upload-playable');
    return uploader;
  },
};

/** Every state of an uploader that records; `ended` takes the camera away again. */
export const RECORDER_STATES: Readonly<Record<string, Way>> = {
  'with a camera': () => show({ capture: 'camera' }),
  'asking for the camera': (ended) => recorder(ended, () => new Promise(() => {})),
  'ready to record': async (ended) => {
    const uploader = await recorder(ended, picture);
    await uploader.until(() => uploader.hasPart('record-button'));
    return uploader;
  },
  'not allowed to record': async (ended) => {
    const uploader = await recorder(ended, () => Promise.reject(new DOMException('no', 'NotAllowedError')));
    await uploader.until(() => uploader.hasClass('problem'));
    return uploader;
  },
  'recording': (ended) => recording(ended),
  'counting down': async (ended) => {
    const uploader = await recorder(ended, picture);
    await uploader.until(() => uploader.hasPart('record-button'));
    const countdown = await holdCountdown(uploader);
    ended.addEventListener('abort', () => countdown.restore(), { once: true });
    return uploader;
  },
  'reviewing': (ended) => reviewing(ended),
  'recorded': async (ended) => {
    const uploader = await reviewing(ended);
    uploader.pressPart('keep-button');
    await uploader.until(() => uploader.isIn('playable') && uploader.hasPart('poster'));
    return uploader;
  },
  'recording, paused': async (ended) => {
    const uploader = await recording(ended);
    uploader.pressFirst('.recorder .controls button');
    await uploader.until(() => uploader.hasClass('recorder[data-status=paused]'));
    return uploader;
  },
};

/** Four seconds of 320 × 180, as they lie with the tests. */
export async function film(name = 'Holiday by the sea.mp4'): Promise<File> {
  const response = await fetch(new URL('../../../media/dusk.mp4', import.meta.url));
  return new File([await response.arrayBuffer()], name, { type: 'video/mp4' });
}

/** Has the browser remember films as uploaded, until `ended`. */
async function uploadBefore(files: readonly File[], ended: AbortSignal): Promise<void> {
  ended.addEventListener('abort', () => localStorage.removeItem('vh-uploaded-films'), { once: true });
  const uploader = await show({ 'multiple': '', 'with-duplicate-warning': '' });
  uploader.element.grant = grantOf(30_000);
  uploader.element.upload(files);
  // Those of this page: one before it may remember its film a moment later.
  const { origin } = new URL(service.url);
  const count = () => (localStorage.getItem('vh-uploaded-films') ?? '').split(origin).length - 1;
  await uploader.until(() => uploader.element.values.length === files.length && count() === files.length);
  uploader.element.remove();
}

async function showFilm(attributes: Record<string, string> = {}): Promise<UploaderHarness> {
  const uploader = await show(attributes);
  uploader.element.grant = grantOf(30_000);
  uploader.choose(await film());
  return uploader;
}

async function uploading(): Promise<UploaderHarness> {
  // More than one: a busy machine may need longer for the picture than a silent request is waited for.
  service.faults.push(undefined, 'silence', 'silence', 'silence');
  const uploader = await showFilm();
  await uploader.until(() => uploader.hasPart('poster') && Number(uploader.bar?.value) > 50);
  return uploader;
}

async function failed(): Promise<UploaderHarness> {
  service.faults.push({ status: 400 });
  const uploader = await showFilm();
  await uploader.when('vh-error');
  return uploader;
}

async function several(): Promise<UploaderHarness> {
  const uploader = await show({ multiple: '', concurrency: '1' });
  service.faults.push({ status: 400 }, undefined, undefined, undefined, undefined, 'silence', 'silence');
  const names = [
    'Broken.mp4',
    'Morning.mp4',
    'A walk with a very long name along the coast.mp4',
    'Evening.mp4',
  ];
  uploader.choose(...names.map((name) => makeFile(10, name)));
  await uploader.until(() => service.seen.length === 7 && service.faults.length === 0);
  return uploader;
}

function grantOf(size: number) {
  return { protocol: 'parts', url: service.url, token: 'good', partSize: { min: size, max: size } } as const;
}

/** A browser that keeps nothing, until `ended`. */
export function keepNothing(ended: AbortSignal): void {
  const restore = [IDBFactory.prototype, IDBDatabase.prototype].map((owner) => {
    // A page that has the database open already asks for no other.
    const name = owner === IDBFactory.prototype ? 'open' : 'transaction';
    const before = Object.getOwnPropertyDescriptor(owner, name);
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    Object.defineProperty(owner, name, { configurable: true, writable: true, value: refuse });
    return () => before && Object.defineProperty(owner, name, before);
  });
  ended.addEventListener('abort', () => restore.forEach((put) => put()), { once: true });
}

async function recorder(ended: AbortSignal, answer: () => Promise<MediaStream>): Promise<UploaderHarness> {
  const { mediaDevices } = navigator;
  const set = (value: unknown) =>
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value });
  set(
    Object.assign(new EventTarget(), {
      getUserMedia: answer,
      enumerateDevices: () => Promise.resolve([]),
    }),
  );
  ended.addEventListener('abort', () => set(mediaDevices), { once: true });
  const uploader = await show({ capture: 'camera' });
  uploader.pressPart('record-open-button');
  await uploader.until(() => uploader.hasPart('recorder'));
  return uploader;
}

async function recording(ended: AbortSignal): Promise<UploaderHarness> {
  const uploader = await recorder(ended, picture);
  await uploader.until(() => uploader.hasPart('record-button'));
  await recordAtOnce(uploader);
  return uploader;
}

async function reviewing(ended: AbortSignal): Promise<UploaderHarness> {
  recordShortly(ended);
  // One that moves: some browsers show nothing of a canvas that stands still.
  const { environment, stop } = canvasCamera();
  ended.addEventListener('abort', stop, { once: true });
  const uploader = await recorder(ended, environment.devices.getUserMedia);
  await uploader.until(() => uploader.hasPart('record-button') && uploader.isShowing);
  await recordAtOnce(uploader);
  uploader.pressPart('record-button');
  await uploader.until(() => uploader.hasPart('keep-button'));
  return uploader;
}

/** What a camera shows that looks at a painted evening. */
function picture(): Promise<MediaStream> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 360];
  const context = canvas.getContext('2d');
  const sky = context?.createLinearGradient(0, 0, 0, 360);
  sky?.addColorStop(0, '#27346b');
  sky?.addColorStop(1, '#f0a36b');
  if (context && sky) {
    context.fillStyle = sky;
    context.fillRect(0, 0, 640, 360);
  }
  return Promise.resolve(canvas.captureStream(5));
}

/** The page backend's answers to what an author says, until the page has ended. */
function answerAuthor(ended: AbortSignal, status = 200): void {
  const rest = window.fetch.bind(window);
  window.fetch = (input, init) =>
    new URL(new Request(input, init).url).pathname.startsWith('/author/')
      ? Promise.resolve(Response.json({}, { status }))
      : rest(input, init);
  ended.addEventListener('abort', () => localStorage.removeItem('vh-upload-details'), { once: true });
}
