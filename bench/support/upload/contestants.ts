import { VideoUploader } from '@api.video/video-uploader';
import { Upload as TusUpload } from 'tus-js-client';
import '../../../src/define/vh-uploader.ts';
import { Upload } from '../../../src/upload/upload.ts';
import type { UploadProtocol } from '../../../src/core/wire/grant.ts';

/** Sends a file to `base`, and resolves when the server has all of it. */
export type Contestant = (file: File, base: string) => Promise<unknown>;

/** A library that is fetched for the race only, as far as the race uses it. */
interface Peers {
  upChunk: {
    createUpload: (options: object) => { on: (event: string, listener: (event: unknown) => void) => void };
  };
  Uppy: new () => {
    use: (plugin: unknown, options: object) => void;
    addFile: (file: object) => void;
    upload: () => Promise<{ failed?: unknown[] }>;
  };
  Tus: unknown;
}

/** Everybody who takes part, by name. */
export function contestants({ upChunk, Uppy, Tus }: Peers): Record<string, Contestant> {
  return {
    'raw XHR': (file, base) => post(file, `${base}/raw`),
    'six raw connections': (file, base) => {
      const size = Math.ceil(file.size / 6);
      return Promise.all(
        [0, 1, 2, 3, 4, 5].map((at) => stubborn(file.slice(at * size, (at + 1) * size), base)),
      );
    },
    'tus-js-client': (file, base) => tus(file, base, 1),
    'tus-js-client × 4': (file, base) => tus(file, base, 4),
    'UpChunk': (file, base) =>
      new Promise((resolve, reject) => {
        const upload = upChunk.createUpload({ endpoint: `${base}/put/one`, file });
        upload.on('success', resolve);
        upload.on('error', reject);
      }),
    'official uploader': (file, base) => {
      const uploader = new VideoUploader({ file, uploadToken: 'race', apiHost: 'race.example' });
      // It speaks https only.
      Object.assign(uploader, { uploadEndpoint: `${base}/upload?token=race` });
      return uploader.upload();
    },
    'Uppy + tus': async (file, base) => {
      const uppy = new Uppy();
      uppy.use(Tus, { endpoint: `${base}/tus`, storeFingerprintForResuming: false });
      uppy.addFile({ name: file.name, type: file.type, data: file });
      const { failed } = await uppy.upload();
      if (failed && failed.length > 0) throw new Error('failed');
    },
    'vh, parts': (file, base) => ours(file, base, 'parts'),
    'vh, parts, checksum': (file, base) => withChecksum(file, base),
    'vh, tus': (file, base) => ours(file, base, 'tus'),
    'vh, put': (file, base) => ours(file, base, 'put'),
    '<vh-uploader>, parts': (file, base) => element([file], base),
    '<vh-uploader>, 20 rows': (file, base) => element([file], base, 19),
    '<vh-uploader>, 300 files': async (file, base) => element(await manyOf(file), base),
  };
}

/** 300 files of 40 kB, cut a few at a time: the cutting is no part of what is measured. */
async function manyOf(file: File): Promise<File[]> {
  const files: File[] = [];
  for (let at = 0; at < 300; at++) {
    files.push(new File([file.slice(0, 40_000)], `${String(at)}.mp4`));
    if (at % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return files;
}

/** As a page has it: with all that a person sees; with so many stored videos above the file. */
function element(files: readonly File[], base: string, storedCount = 0): Promise<unknown> {
  const uploader = document.createElement('vh-uploader');
  uploader.multiple = storedCount > 0 || files.length > 1;
  uploader.grant = { protocol: 'parts', url: `${base}/upload`, token: 'race', videoId: 'viRace' };
  document.body.append(uploader);
  if (storedCount > 0) {
    const videos = Array.from({ length: storedCount }, (_, at) => ({
      videoId: `viStored${String(at)}`,
      name: `${String(at)}.mp4`,
    }));
    uploader.formStateRestoreCallback(JSON.stringify(videos));
  }
  let waiting = files.length;
  return new Promise<void>((resolve, reject) => {
    uploader.addEventListener('vh-upload-done', () => {
      if (--waiting > 0) return;
      resolve();
      // The sink answers no question about the video.
      queueMicrotask(() => {
        uploader.remove();
      });
    });
    uploader.addEventListener('vh-error', ({ error }) => {
      reject(error);
    });
    uploader.upload(files);
  });
}

async function ours(file: File, base: string, protocol: UploadProtocol): Promise<void> {
  const upload = await stored(file, base, protocol);
  upload.release();
}

/** Says when the file was stored; it goes on until its SHA-256 is there, too. */
async function withChecksum(file: File, base: string): Promise<{ storedAt: number }> {
  const upload = await stored(file, base, 'parts', true);
  const storedAt = performance.now();
  const checksum = await upload.checksum();
  upload.release();
  if (checksum === undefined) throw new Error('no checksum');
  return { storedAt };
}

/** An upload of ours that the server has all of. */
function stored(file: File, base: string, protocol: UploadProtocol, withChecksum = false): Promise<Upload> {
  const url = `${base}/${protocol === 'put' ? 'put/ours' : 'upload'}`;
  const grant = { protocol, url, token: 'race', videoId: 'viRace' };
  const upload = new Upload(file, { settings: () => ({ grant }), withChecksum });
  return new Promise((resolve, reject) => {
    upload.store.subscribe((state) => {
      if (state.status === 'failed') reject(state.error);
      if (state.status === 'processing') resolve(upload);
    });
    upload.start();
  });
}

function tus(file: File, base: string, parallelUploads: number): Promise<unknown> {
  return new Promise<void>((resolve, reject) => {
    const upload = new TusUpload(file, {
      endpoint: `${base}/tus`,
      parallelUploads,
      storeFingerprintForResuming: false,
      onSuccess: () => {
        resolve();
      },
      onError: reject,
    });
    upload.start();
  });
}

/** More than any line of a race needs. */
const MOST_TRIES = 1_000;

/** Sends a slice in requests of 4 MiB, each as often as it takes: what a line can do at best. */
async function stubborn(slice: Blob, base: string): Promise<void> {
  const step = 4 * 2 ** 20;
  for (let from = 0; from < slice.size; from += step) {
    const part = slice.slice(from, from + step);
    for (let tries = 1; !(await post(part, `${base}/raw`).catch(() => false)); tries++) {
      if (tries === MOST_TRIES) throw new Error('The line lets nothing through.');
    }
  }
}

function post(body: Blob, url: string): Promise<true> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', url);
    xhr.onload = () => {
      resolve(true);
    };
    xhr.onerror = () => {
      reject(new Error('the connection broke'));
    };
    xhr.send(body);
  });
}
