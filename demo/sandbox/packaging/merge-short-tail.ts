import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SHORTEST = 0.5;

/**
 * Joins a last segment of a few milliseconds to the one before it. Such a tail holds the end of the sound and no
 * picture at all, and players stall before it.
 */
export async function mergeShortTail(folder: string): Promise<void> {
  const file = path.join(folder, 'playlist.m3u8');
  const lines = (await readFile(file, 'utf8')).split('\n');
  const segments = lines.flatMap((line, index) => {
    const seconds = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    return seconds === undefined ? [] : [{ index, seconds: Number(seconds), name: lines[index + 1] ?? '' }];
  });
  const [before, last] = segments.slice(-2);
  if (!before || !last || last.seconds >= SHORTEST) return;
  const tail = path.join(folder, last.name);
  await appendFile(path.join(folder, before.name), await readFile(tail));
  lines.splice(last.index, 2);
  const seconds = before.seconds + last.seconds;
  lines[before.index] = `#EXTINF:${String(seconds)},`;
  const longest = Math.max(seconds, ...segments.slice(0, -1).map((one) => one.seconds));
  const target = `#EXT-X-TARGETDURATION:${String(Math.ceil(longest))}`;
  await writeFile(
    file,
    lines.map((line) => (line.startsWith('#EXT-X-TARGETDURATION:') ? target : line)).join('\n'),
  );
  await rm(tail);
}
