import type { Variant } from '../store/encodings.ts';

/** Reads the one variant of a master playlist that the packager wrote. */
export function parseVariant(master: string): Variant {
  const line = /^#EXT-X-STREAM-INF:(.*)$/m.exec(master)?.[1];
  if (line === undefined) throw new Error('the packager wrote no variant');
  const read = (name: string) =>
    new RegExp(`(?:^|,)${name}=(?:"([^"]*)"|([^,]*))`).exec(line)?.slice(1).join('');
  const number = (name: string) => {
    const value = Number(read(name));
    return Number.isFinite(value) && value > 0 ? value : undefined;
  };
  const [width, height] = (read('RESOLUTION') ?? '').split('x').map(Number);
  const bandwidth = number('BANDWIDTH') ?? 1;
  return {
    bandwidth,
    averageBandwidth: number('AVERAGE-BANDWIDTH') ?? bandwidth,
    codecs: read('CODECS') ?? '',
    width: width === 0 ? undefined : width,
    height,
    frameRate: number('FRAME-RATE'),
  };
}
