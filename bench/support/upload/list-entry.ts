// The script of a page that measures a list of thousands of files in Chromium: bench/upload/upload-list.ts.
import '../../../src/define/vh-uploader.ts';
import type { VhUploader } from '../../../src/elements/uploader/vh-uploader.ts';

/** Milliseconds from a choice of files. */
export interface ListTimes {
  /** Until a row is drawn. */
  firstRowMs: number;
  /** Until each file has its place in the list. */
  wholeListMs: number;
  /** Until each file has been checked. */
  checkedMs: number;
}

/** What a page can be asked to do with its list; each step ends when the page has drawn it. */
export interface ListBench {
  /** Makes the files, and loads what an uploader loads. */
  prepare: (count: number, service: string) => Promise<void>;
  choose: () => Promise<ListTimes>;
  /** From the first row to the last and back, a screen a frame. */
  scroll: () => Promise<number>;
  /** Takes out a file in view, and brings it back. */
  undo: () => Promise<void>;
  move: () => Promise<void>;
  /** Sends until so many are stored. */
  send: (count: number) => Promise<void>;
  pauseAll: () => Promise<void>;
  cancelAll: () => Promise<void>;
  nodes: () => number;
}

declare global {
  interface Window {
    listBench: ListBench;
  }
}

/** Pixels that a row takes at least. */
const LEAST_ROW = 60;

const uploader: VhUploader = document.createElement('vh-uploader');
let files: File[] = [];
let checked = 0;
let stored = 0;

const root = (): ShadowRoot => {
  if (!uploader.shadowRoot) throw new TypeError('The uploader is not defined.');
  return uploader.shadowRoot;
};
const button = (part: string): HTMLElement | null => root().querySelector<HTMLElement>(`[part~="${part}"]`);
const frame = (): Promise<number> => new Promise(requestAnimationFrame);
/** Waits as long as it takes: what is slow is to be measured. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await frame();
};
const drawn = async (): Promise<void> => {
  for (let frames = 0; frames < 3; frames++) await frame();
};

/** An MP4 header without a film: enough to be taken. */
function makeFile(number: number): File {
  const name = `Holiday by the sea ${String(number).padStart(4, '0')}.mp4`;
  return new File([`film ${String(number)} `.repeat(100)], name, {
    type: 'video/mp4',
    lastModified: 1e12 + number,
  });
}

async function prepare(count: number, service: string): Promise<void> {
  uploader.multiple = uploader.withoutAutostart = true;
  uploader.grant = () => Promise.resolve({ protocol: 'parts', url: service, token: 'good' });
  uploader.addEventListener('vh-file-accept', () => checked++);
  uploader.addEventListener('vh-upload-done', () => stored++);
  document.body.append(uploader);
  uploader.upload(makeFile(9999));
  await until(() => button('start-button') !== null);
  uploader.cancel();
  await until(() => button('start-button') === null);
  checked = 0;
  files = Array.from({ length: count }, (_, number) => makeFile(number));
  fill(files);
  await drawn();
}

/** What the browser has done of a choice before the page hears of it. */
function fill(chosen: readonly File[]): void {
  const transfer = new DataTransfer();
  for (const file of chosen) transfer.items.add(file);
  fileInput().files = transfer.files;
}

function fileInput(): HTMLInputElement {
  const input = root().querySelector('input');
  if (!input) throw new TypeError('There is no input.');
  return input;
}

async function choose(): Promise<ListTimes> {
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  fileInput().dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => root().querySelector('.row') !== null);
  const firstRowMs = since();
  await until(() => (root().querySelector('ul')?.clientHeight ?? 0) >= files.length * LEAST_ROW);
  const wholeListMs = since();
  await until(() => checked === files.length);
  await drawn();
  return { firstRowMs, wholeListMs, checkedMs: since() };
}

async function scroll(): Promise<number> {
  const list = root().querySelector('ul');
  if (!list) throw new TypeError('There is no list.');
  let late = 0;
  const step = window.innerHeight * 4;
  const far = () => document.documentElement.scrollHeight - window.innerHeight;
  for (const way of [1, -1])
    for (let frames = 0; way > 0 ? window.scrollY < far() - 1 : window.scrollY > 0; frames++) {
      if (frames > files.length) throw new Error('The page does not scroll on.');
      window.scrollBy({ top: way * step, behavior: 'instant' });
      await frame();
      await frame();
      const { x, width } = list.getBoundingClientRect();
      const seen = root().elementFromPoint(x + width / 2, window.innerHeight / 2);
      if (!seen?.closest('.row, .foot')) late++;
    }
  return late;
}

async function undo(): Promise<void> {
  button('cancel-button')?.click();
  await until(() => button('undo-button') !== null);
  button('undo-button')?.click();
  await until(() => button('undo-button') === null);
  await drawn();
}

async function move(): Promise<void> {
  for (let times = 0; times < 10; times++) {
    root().querySelectorAll<HTMLElement>('[part~="move-down-button"]')[1]?.click();
    await drawn();
  }
}

async function send(count: number): Promise<void> {
  stored = 0;
  uploader.start();
  await until(() => stored >= count);
  await drawn();
}

async function pauseAll(): Promise<void> {
  uploader.pause();
  await drawn();
}

async function cancelAll(): Promise<void> {
  uploader.cancel();
  await drawn();
}

const nodes = (): number => root().querySelectorAll('*').length;

window.listBench = { prepare, choose, scroll, undo, move, send, pauseAll, cancelAll, nodes };
