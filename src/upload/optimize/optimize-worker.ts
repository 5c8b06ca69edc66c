import type { ConversionOptions, StreamTargetChunk } from 'mediabunny';
import { isDeep, type Plan } from './goal.ts';

/** What the worker is told, once. */
export interface OptimizeOrder {
  file: Blob;
  plan: Plan;
}

/** What the worker tells: how far it is, and what came of it. */
export type OptimizeNews = { progress: number } | { made: Blob | undefined };

/** The worker's name: by it this module knows where it runs. */
export const WORKER_NAME = 'vh-optimize';
/** Where this module lies: it is its own worker, so that no bundler has to know of one. */
export const WORKER_ADDRESS = import.meta.url;

/** Bytes that an output may have to be written in one go with its header first; a larger one is written in fragments. */
const IN_MEMORY = 192 * 1024 * 1024;

if ('WorkerGlobalScope' in globalThis && (globalThis as { name?: unknown }).name === WORKER_NAME) {
  const tell = (news: OptimizeNews) => {
    globalThis.postMessage(news);
  };
  globalThis.onmessage = ({ data }: MessageEvent<OptimizeOrder>) => {
    make(data, (progress) => tell({ progress })).then(
      (made) => tell({ made }),
      () => tell({ made: undefined }),
    );
  };
}

async function make(
  { file, plan: { bitrate, size, frameRate } }: OptimizeOrder,
  onProgress: (progress: number) => void,
): Promise<Blob | undefined> {
  // Here and not above: whoever only wants this module's address need not carry all of it. And by name, so that bundlers
  // leave out the rest.
  const { BlobSource, Conversion, Input, MATROSKA, MP4, Mp4OutputFormat, Output, QTFF, StreamTarget, WEBM } =
    await import('mediabunny');
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) });
  const picture = await input.getPrimaryVideoTrack();
  const codec = await picture?.getCodecParameterString();
  // WebM's header says too little of its codec; the film itself knows.
  if (!picture || !codec || isDeep(codec) || (await picture.hasHighDynamicRange())) return undefined;
  if (frameRate !== undefined) tellRate(frameRate);
  const isSmall = ((await input.computeDuration()) * bitrate) / 8 < IN_MEMORY;
  const pieces = new Pieces();
  const video: ConversionOptions['video'] = { codec: 'avc', bitrate, ...(size && { ...size, fit: 'fill' }) };
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: isSmall ? 'in-memory' : 'fragmented' }),
    target: new StreamTarget(pieces.stream, { chunked: true }),
  });
  const conversion = await Conversion.init({ input, output, video, showWarnings: false });
  // Better large than silent.
  if (!conversion.isValid || conversion.discardedTracks.some(({ track }) => track.type !== 'subtitle'))
    return undefined;
  conversion.onProgress = onProgress;
  await conversion.execute();
  // Nothing is disposed of: the worker ends with its only order.
  return pieces.toBlob('video/mp4');
}

/** Without a word, an encoder takes thirty pictures a second for granted: a film of sixty would get twice its bits. */
function tellRate(framerate: number): void {
  globalThis.VideoEncoder = class extends VideoEncoder {
    override configure(config: VideoEncoderConfig): void {
      super.configure({ ...config, framerate });
    }
  };
}

/** Collects what is written from the beginning on; whoever writes anywhere else has no business here. */
class Pieces {
  readonly stream: WritableStream<StreamTargetChunk>;
  #pieces: Blob[] = [];
  #size = 0;
  #isBroken = false;

  constructor() {
    this.stream = new WritableStream({
      write: ({ data, position }) => {
        if (position !== this.#size) this.#isBroken = true;
        // As a blob at once: the browser may lay it on the disk.
        this.#pieces.push(new Blob([data]));
        this.#size += data.byteLength;
      },
    });
  }

  toBlob(type: string): Blob | undefined {
    return this.#isBroken ? undefined : new Blob(this.#pieces, { type });
  }
}
