import type { KeyFrame } from './key-frame.ts';

/** Decodes one picture; nothing where this browser cannot. The frame is the caller's to close. */
export async function decodeFrame(key: KeyFrame, signal: AbortSignal): Promise<VideoFrame | undefined> {
  if (typeof VideoDecoder === 'undefined') return undefined;
  const support = await VideoDecoder.isConfigSupported(key.config).catch(() => undefined);
  if (support?.supported !== true || signal.aborted) return undefined;
  return new Promise<VideoFrame | undefined>((resolve) => {
    let first: VideoFrame | undefined;
    const decoder = new VideoDecoder({
      output: (frame) => {
        if (first || signal.aborted) frame.close();
        else first = frame;
      },
      error: () => {
        resolve(first);
      },
    });
    const stop = () => {
      if (decoder.state !== 'closed') decoder.close();
      first?.close();
      resolve(undefined);
    };
    signal.addEventListener('abort', stop, { once: true });
    const finish = () => {
      signal.removeEventListener('abort', stop);
      if (decoder.state !== 'closed') decoder.close();
      resolve(first);
    };
    try {
      decoder.configure(key.config);
      decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data: key.data }));
      decoder.flush().then(finish, finish);
    } catch {
      finish();
    }
  });
}
