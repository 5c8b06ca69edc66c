import { expect } from 'chai';
import type { VhError } from '../../../src/core/errors/vh-error.ts';
import { inspectFile } from '../../../src/upload/inspect/inspect-file.ts';
import { optimizeFile } from '../../../src/upload/optimize/optimize-file.ts';

const timeoutMs = 60_000;

async function load(name: string): Promise<File> {
  return new File([await (await fetch(`/media/${name}`)).blob()], name.replace(/.*\//, ''), {
    type: 'video/mp4',
  });
}

/** A goal that makes `dusk.mp4` a quarter of what it was. */
const small = { maxHeight: 90, maxBitrate: 20_000 };

/** Whether this browser can do it at all: where it cannot, the file has to come back as it was. */
async function canEncode(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined') return false;
  const config = { codec: 'avc1.42000a', width: 160, height: 90, bitrate: small.maxBitrate };
  return (await VideoEncoder.isConfigSupported(config)).supported === true;
}

describe('optimizeFile', () => {
  it('makes a film smaller, with its sound and its header first', async () => {
    const file = await load('dusk.mp4');
    const before = await inspectFile(file, { timeoutMs });
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const made = await optimizeFile(file, before, small, { onProgress });
    if (!(await canEncode())) return expect(made).to.equal(file);
    const after = await inspectFile(made, { timeoutMs });
    expect(after).to.include({ container: 'mp4', width: 160, height: 90, audioCodec: before.audioCodec });
    expect(after.duration).to.be.closeTo(before.duration ?? 0, 0.3);
    expect(made.size).to.be.below(file.size / 1.1);
    expect(made.name).to.equal('dusk.mp4');
    const text = new TextDecoder('latin1').decode(await made.arrayBuffer());
    expect(text.indexOf('moov')).to.be.within(1, text.indexOf('mdat'));
    expect(shares.length).to.be.above(0);
    expect(shares.every((share) => share >= 0 && share <= 1)).to.equal(true);
  });

  it('returns small, broken and other files unchanged', async () => {
    const file = await load('dusk.mp4');
    const info = await inspectFile(file, { timeoutMs });
    expect(await optimizeFile(file, info, { maxHeight: 1080, maxBitrate: 8e6 })).to.equal(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    bytes.fill(0, bytes.length / 2);
    const broken = new File([bytes], 'broken.mp4');
    expect(await optimizeFile(broken, info, small)).to.equal(broken);
    const other = new File(['no film'], 'a.mp4');
    expect(await optimizeFile(other, await inspectFile(other, { timeoutMs }), small)).to.equal(other);
  });

  it('returns a truncated film whole, never only its beginning', async () => {
    const file = await load('dusk.mp4');
    const begun = new File([file.slice(0, file.size * 0.6)], 'begun.mp4');
    const info = await inspectFile(begun, { timeoutMs });
    expect(info.duration).to.be.above(0);
    expect(await optimizeFile(begun, info, small)).to.equal(begun);
  });

  /** Puts others into the place of what the browser has; gives what to do in the end. */
  const replace = (replacements: { Worker?: unknown; VideoEncoder: unknown }) => {
    const { Worker, VideoEncoder } = globalThis;
    Object.assign(globalThis, replacements);
    return () => Object.assign(globalThis, { Worker, VideoEncoder });
  };

  for (const [how, act] of Object.entries({
    'does not begin': () => undefined,
    'cannot be loaded': (worker: EventTarget) =>
      worker.dispatchEvent(new Event('error', { cancelable: true })),
    'is refused by the page': () => {
      throw new DOMException('No workers here.', 'SecurityError');
    },
    'begins, and says nothing more': (worker: EventTarget) =>
      worker.dispatchEvent(new MessageEvent('message', { data: { progress: 0 } })),
    'cannot encode': (worker: EventTarget) => {
      for (const data of [{ progress: 0 }, { unsupported: 'no_encodable_target_codec' }])
        queueMicrotask(() => worker.dispatchEvent(new MessageEvent('message', { data })));
    },
  })) {
    it(`sends the film as it is, and says so, when the worker ${how}`, async () => {
      const file = await load('dusk.mp4');
      const info = await inspectFile(file, { timeoutMs });
      let open = 0;
      class FakeWorker extends EventTarget {
        constructor() {
          super();
          if (how.startsWith('is refused')) act(this);
          else queueMicrotask(() => act(this));
          open++;
        }
        postMessage(): void {}
        terminate(): void {
          open--;
        }
      }
      const putBack = replace({ Worker: FakeWorker, VideoEncoder: EventTarget });
      const codes: string[] = [];
      const onNotice = ({ code }: VhError) => codes.push(code);
      try {
        const sent = await optimizeFile(file, info, small, { stallTimeoutMs: 50, onNotice });
        expect(sent).to.equal(file);
      } finally {
        putBack();
      }
      expect(codes).to.deep.equal(['optimize-unavailable']);
      expect(open).to.equal(0, 'no worker is left behind');
    });
  }

  it('warns where the browser has no encoder, and is silent where the film would not become smaller', async () => {
    const file = await load('dusk.mp4');
    const info = await inspectFile(file, { timeoutMs });
    const codes: string[] = [];
    const onNotice = ({ code }: VhError) => codes.push(code);
    const putBack = replace({ VideoEncoder: undefined });
    try {
      expect(await optimizeFile(file, info, small, { onNotice })).to.equal(file);
      expect(await optimizeFile(file, info, { maxHeight: 1080, maxBitrate: 8e6 }, { onNotice })).to.equal(
        file,
      );
    } finally {
      putBack();
    }
    expect(codes).to.deep.equal(['optimize-unavailable']);
  });

  it('ends when its signal aborts', async () => {
    const file = await load('dusk.mp4');
    const info = await inspectFile(file, { timeoutMs });
    const called = new AbortController();
    const making = optimizeFile(file, info, small, { signal: called.signal });
    called.abort(new DOMException('enough', 'AbortError'));
    const end = await making.catch((error: unknown) => error);
    expect((end as DOMException).name).to.equal('AbortError');
  });
});
