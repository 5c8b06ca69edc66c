import { expect } from 'chai';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { posterFrame } from '../../../src/upload/inspect/poster-frame.ts';
import { createJournal } from '../../../src/upload/recording/journal/opfs-journal.ts';
import type { Journal } from '../../../src/upload/recording/journal/journal.ts';
import {
  recoverRecordings,
  type RecoveredRecording,
} from '../../../src/upload/recording/recover-recordings.ts';
import { Recorder } from '../../../src/upload/recording/recorder.ts';
import type { RecordState } from '../../../src/upload/recording/capture/record-state.ts';
import { canvasCamera } from '../../support/elements/canvas-camera.ts';
import { until } from '../../support/until.ts';

const timeoutMs = 60_000;

function untilState(recorder: Recorder, wanted: (state: RecordState) => boolean): Promise<RecordState> {
  return new Promise((resolve) => {
    const look = () => {
      if (wanted(recorder.store.state)) resolve(recorder.store.state);
    };
    recorder.store.subscribe(look);
    look();
  });
}

/** A page of its own, which can go away as a crashed one does. */
async function openPage(): Promise<{ begin: typeof createJournal; crash: () => void }> {
  const frame = document.createElement('iframe');
  const ready = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
  frame.src = '/test/upload/recording/support/recorder-frame.html';
  document.body.append(frame);
  await ready;
  const { createJournal: begin } = frame.contentWindow as Window & { createJournal: typeof createJournal };
  return { begin, crash: () => frame.remove() };
}

/** Names of this page's own: other pages of the same browser record at the same time. */
const OWN = crypto.getRandomValues(new Uint32Array(2)).join('-');
const TALK = `talk-${OWN}.webm`;

/** The recoverable recordings of this page. */
async function recoverOwn(subject?: string): Promise<RecoveredRecording[]> {
  const found = await recoverRecordings(subject);
  for (const recording of found) if (!recording.name.includes(OWN)) recording.release();
  return found.filter(({ name }) => name.includes(OWN));
}

/** The same, as soon as there is as much: a browser lets go of a page's locks a little later. */
async function recovered(count: number, subject?: string): Promise<RecoveredRecording[]> {
  let found: RecoveredRecording[] = [];
  await until(async () => {
    found = await recoverOwn(subject);
    if (found.length !== count) for (const recording of found) recording.release();
    return found.length === count;
  });
  return found;
}

async function write(journal: Journal | undefined, ...pieces: string[]): Promise<void> {
  for (const piece of pieces) await journal?.write(new Blob([piece]));
}

/** Resolves at the next write: from then on, until it is closed, the recording locks its file. */
function watchWrites(): { begun: Promise<void>; restore: () => void } {
  const { prototype } = FileSystemWritableFileStream;
  const real = Object.getOwnPropertyDescriptor(prototype, 'write') ?? {};
  const restore = () => {
    Object.defineProperty(prototype, 'write', real);
  };
  const begun = new Promise<void>((resolve) => {
    const value = new Proxy(real.value as () => void, {
      apply(write, stream, given) {
        resolve();
        return Reflect.apply(write, stream, given) as unknown;
      },
    });
    Object.defineProperty(prototype, 'write', { ...real, value });
  });
  return { begun, restore };
}

describe('a recording', () => {
  let camera: ReturnType<typeof canvasCamera>;
  beforeEach(() => (camera = canvasCamera()));
  afterEach(() => camera.stop());

  it('is a film that says how long it is, and grows while it is made', async () => {
    const recorder = new Recorder({ kind: 'camera', environment: camera.environment, timeslice: 100 });
    await recorder.open();
    const file = recorder.start()!;
    await untilState(recorder, ({ status }) => status === 'recording' && file.size > 0);
    const early = file.size;
    await untilState(
      recorder,
      (state) => state.status === 'recording' && state.seconds > 1 && file.size > early,
    );
    recorder.stop();
    const state = await untilState(recorder, ({ status }) => status === 'done');
    const info = await inspectFile(file, { timeoutMs });
    expect(file.type).to.match(/^video\/(mp4|webm)$/);
    expect(info).to.include({ width: 160, height: 90 });
    expect(info.duration, 'seconds').to.be.above(0.1);
    expect(state.status === 'done' && state.isKept).to.equal(true);
    const poster = await posterFrame(file.toFile(), info, { timeoutMs });
    expect(poster?.width).to.equal(160);
    await recorder.forget(file);
  });

  it('is a film as well without a camera, with sound', async () => {
    const context = new AudioContext();
    const hum = context.createOscillator();
    const room = context.createMediaStreamDestination();
    hum.connect(room);
    hum.start();
    const devices = { ...camera.environment.devices, getUserMedia: () => Promise.resolve(room.stream) };
    const recorder = new Recorder({
      kind: 'camera',
      environment: { ...camera.environment, devices },
      timeslice: 100,
    });
    await recorder.open({ camera: false });
    const file = recorder.start()!;
    await untilState(recorder, (state) => state.status === 'recording' && state.seconds > 1 && file.size > 0);
    recorder.stop();
    await untilState(recorder, ({ status }) => status === 'done');
    const info = await inspectFile(file, { timeoutMs });
    expect(info).to.include({ width: 1280, height: 720 });
    expect(info.audioCodec).to.be.a('string');
    await recorder.forget(file);
    await context.close();
  });

  it('is there after a crash, up to its last piece', async () => {
    const page = await openPage();
    const journal = await page.begin(new File([], TALK, { type: 'video/webm' }));
    await write(journal, 'one', 'two', 'three');
    expect(await recoverOwn(), 'while its own page lives').to.deep.equal([]);
    page.crash();
    const [recording] = await recovered(1);
    expect(recording?.name).to.equal(TALK);
    expect(recording?.file.type).to.equal('video/webm');
    expect(await recording?.file.text()).to.equal('onetwothree');
    await recording?.discard();
    expect(await recoverOwn()).to.deep.equal([]);
  });

  it('is listed for its maker only', async () => {
    const page = await openPage();
    await write(await page.begin(new File([], TALK), 'ann'), 'one');
    page.crash();
    const [recording] = await recovered(1, 'ann');
    recording?.release();
    expect(await recoverOwn('bob')).to.deep.equal([]);
    expect(await recoverOwn()).to.deep.equal([]);
    const [again] = await recovered(1, 'ann');
    await again?.discard();
  });

  it('is left for another time when it is released', async () => {
    const page = await openPage();
    await write(await page.begin(new File([], TALK)), 'one');
    page.crash();
    const [recording] = await recovered(1);
    expect(await recoverOwn(), 'while it is claimed').to.deep.equal([]);
    recording?.release();
    const [again] = await recovered(1);
    await again?.discard();
  });

  it('gives its empty video back to the backend when the visitor does not want it', async () => {
    const page = await openPage();
    const journal = await page.begin(new File([], TALK));
    await write(journal, 'one');
    const upload = {
      protocol: 'parts',
      endpoint: 'https://service.example/upload',
      videoId: 'vi1',
      claim: 'a-claim',
    };
    await journal?.note(JSON.stringify({ upload: { ...upload, parts: [], wire: [] } }));
    page.crash();
    const [recording] = await recovered(1);
    const fetch = window.fetch.bind(window);
    const bodies: unknown[] = [];
    window.fetch = (_url, init) => {
      bodies.push(JSON.parse(init?.body as string));
      return Promise.resolve(Response.json({ discarded: true }));
    };
    try {
      await recording?.giveUp({ backend: 'https://site.example/vh' });
    } finally {
      window.fetch = fetch;
    }
    expect(bodies).to.have.length(1);
    expect(bodies[0]).to.include({ action: 'discard', videoId: 'vi1', claim: 'a-claim' });
    expect(await recoverOwn()).to.deep.equal([]);
  });

  it('grows old although a clock that was ahead has dated it, and is thrown away', async () => {
    const page = await openPage();
    await write(await page.begin(new File([], TALK)), 'one');
    page.crash();
    const [recording] = await recovered(1);
    recording?.release();
    const { now } = Date;
    const behind = 30 * 24 * 60 * 60 * 1000;
    Date.now = () => now() - behind;
    try {
      expect(await recoverOwn(), 'once the clock is right').to.deep.equal([]);
    } finally {
      Date.now = now;
    }
    expect(await recoverOwn(), 'ever again').to.deep.equal([]);
  });

  it('is not found when no byte was written, or after it was forgotten', async () => {
    const page = await openPage();
    await page.begin(new File([], `empty-${OWN}.webm`));
    const journal = await page.begin(new File([], `done-${OWN}.webm`));
    await write(journal, 'one');
    await journal?.discard();
    page.crash();
    expect(await recoverOwn()).to.deep.equal([]);
  });

  it('is not there when it was forgotten while something of it was being written', async () => {
    const journal = await createJournal(new File([], TALK));
    await write(journal, 'one');
    const { begun, restore } = watchWrites();
    const writing = Promise.allSettled([journal?.write(new Blob(['two']))]);
    await begun;
    await journal?.discard();
    restore();
    await writing;
    expect(await recoverOwn()).to.deep.equal([]);
  });
});
