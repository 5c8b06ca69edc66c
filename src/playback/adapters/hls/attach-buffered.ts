import type Hls from 'hls.js';
import type { MediaAttachingData } from 'hls.js';
import type { BufferedSource } from '../../fast-start/first-segment-loader.ts';

/** Has hls.js begin with the rendition of which some is there. */
export function attachAtStart(variantUrl: string, hls: Hls, library: typeof Hls): void {
  hls.once(library.Events.MANIFEST_PARSED, (_event, { levels }) => {
    const level = levels.findIndex(({ url }) => url.includes(variantUrl));
    if (level >= 0) hls.startLevel = level;
  });
}

/** Gives hls.js the media that play already: its open source and its buffers. */
export function attachBuffered(hls: Hls, media: HTMLVideoElement, handOver: BufferedSource): void {
  const { mediaSource } = handOver;
  const tracks: MediaAttachingData['tracks'] = {};
  for (const { name, codecs, buffer } of handOver.tracks) {
    keepAppended(buffer, handOver.appended);
    tracks[name] = {
      id: name === 'audio' ? 'audio' : 'main',
      container: `${name === 'audio' ? 'audio' : 'video'}/mp4`,
      codec: codecs,
      levelCodec: codecs,
      buffer,
      listeners: [],
    };
  }
  hls.attachMedia({ media, mediaSource, tracks });
}

/**
 * Lets hls.js append the segments that the buffer already has without doing so: it must, to know the tracks, and
 * appending them again under the playing video drops frames. Their initialisation is appended again: a change of type
 * wants it.
 */
function keepAppended(buffer: SourceBuffer, appended: ReadonlySet<ArrayBufferLike>): void {
  const left = new Set(appended);
  const append = buffer.appendBuffer.bind(buffer);
  buffer.appendBuffer = (data) => {
    const bytes = ArrayBuffer.isView(data) ? data.buffer : data;
    if (data.byteLength !== bytes.byteLength || !left.delete(bytes)) return append(data);
    queueMicrotask(() => {
      for (const type of ['updatestart', 'update', 'updateend']) buffer.dispatchEvent(new Event(type));
    });
  };
}
