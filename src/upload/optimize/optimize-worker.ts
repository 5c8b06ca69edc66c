import {
  BlobSource,
  Conversion,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
  WEBM,
  type ConversionOptions,
  type StreamTargetChunk,
} from 'mediabunny';
import { Sha256 } from '../../core/sha256.ts';
import { hasDeepColor } from './optimize-plan.ts';
import {
  WORKER_NAME,
  type OptimizeMessage,
  type HashRequest,
  type OptimizeRequest,
  type RemuxRequest,
  type WorkerRequest,
} from './worker-messages.ts';

/** Where this module lies, for bundlers that make a chunk of it: see `start-worker.ts`. */
export const WORKER_ADDRESS = import.meta.url;

/** Bytes that an output may have to be written in one go with its header first; a larger one is written in fragments. */
const MAX_IN_MEMORY_BYTES = 192 * 1024 * 1024;

/** Why a track is left out: another browser would have made it. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['undecodable_source_codec', 'no_encodable_target_codec']);

if ('WorkerGlobalScope' in globalThis && (globalThis as { name?: unknown }).name === WORKER_NAME) {
  const report = (message: OptimizeMessage) => {
    globalThis.postMessage(message);
  };
  globalThis.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
    const onProgress = (progress: number) => report({ progress });
    const working = () => {
      if ('hash' in data) return addToHash(data);
      return 'range' in data ? remux(data, onProgress) : optimize(data, onProgress);
    };
    working().then(report, (error: unknown) => {
      report({ unsupported: error instanceof Error ? error.name : typeof error });
    });
  };
  report({ progress: 0 });
}

const hash = new Sha256();

/** A worker hashes one file. */
async function addToHash({ hash: piece }: HashRequest): Promise<OptimizeMessage> {
  if (!piece) return { sha256: hash.finish() };
  hash.update(new Uint8Array(await piece.arrayBuffer()));
  return { hashed: piece.size };
}

async function optimize(
  { file, plan: { bitrate, size, frameRate } }: OptimizeRequest,
  onProgress: (progress: number) => void,
): Promise<OptimizeMessage> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) });
  const picture = await input.getPrimaryVideoTrack();
  const codec = await picture?.getCodecParameterString();
  // WebM's header says too little of its codec; the film itself knows.
  if (!picture || !codec || hasDeepColor(codec) || (await picture.hasHighDynamicRange()))
    return { made: undefined };
  if (frameRate !== undefined) setEncoderFrameRate(frameRate);
  const isSmall = ((await input.computeDuration()) * bitrate) / 8 < MAX_IN_MEMORY_BYTES;
  const pieces = new BlobCollector();
  const video: ConversionOptions['video'] = { codec: 'avc', bitrate, ...(size && { ...size, fit: 'fill' }) };
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: isSmall ? 'in-memory' : 'fragmented' }),
    target: new StreamTarget(pieces.stream, { chunked: true }),
  });
  const conversion = await Conversion.init({ input, output, video, showWarnings: false });
  // Better large than silent.
  const lost = conversion.discardedTracks.find(({ track }) => track.type !== 'subtitle');
  if (lost && UNSUPPORTED.has(lost.reason)) return { unsupported: lost.reason };
  if (lost || !conversion.isValid) return { made: undefined };
  conversion.onProgress = onProgress;
  await conversion.execute();
  // Nothing is disposed of: the worker ends with its only order.
  return { made: pieces.toBlob('video/mp4') };
}

/** Sound before the range that a decoder needs. */
const LEAD_SECONDS = 0.2;

/** Puts the samples of a range into an MP4, none of them encoded again. */
async function remux(
  { file, range }: RemuxRequest,
  onProgress: (progress: number) => void,
): Promise<OptimizeMessage> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) });
  const duration = await input.computeDuration();
  const start = Math.max(0, range.start - LEAD_SECONDS);
  const trim = { start, end: Math.min(duration, range.end + LEAD_SECONDS) };
  const isSmall = (file.size * (trim.end - trim.start)) / duration < MAX_IN_MEMORY_BYTES;
  const pieces = new BlobCollector();
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: isSmall ? 'in-memory' : 'fragmented' }),
    target: new StreamTarget(pieces.stream, { chunked: true }),
  });
  const copy = { mode: 'forced', boundaryPolicy: 'expand' } as const;
  const conversion = await Conversion.init({ input, output, trim, copy, showWarnings: false });
  const isLost = conversion.discardedTracks.some(({ track }) => track.type !== 'subtitle');
  if (isLost || !conversion.isValid) return { cut: undefined };
  conversion.onProgress = onProgress;
  await conversion.execute();
  const film = pieces.toBlob('video/mp4');
  return { cut: film && { film, from: range.start - start } };
}

/** Without a word, an encoder takes thirty pictures a second for granted: a film of sixty would get twice its bits. */
function setEncoderFrameRate(framerate: number): void {
  globalThis.VideoEncoder = class extends VideoEncoder {
    override configure(config: VideoEncoderConfig): void {
      super.configure({ ...config, framerate });
    }
  };
}

/** Collects an output that is written from its beginning to its end; any other order breaks it. */
class BlobCollector {
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
