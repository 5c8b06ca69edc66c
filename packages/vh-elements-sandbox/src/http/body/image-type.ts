import { open } from 'node:fs/promises';

/** The media type of a picture by its first bytes: names and declared types of uploads cannot be relied on. */
export function imageType(head: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  if (head.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff))) return 'image/jpeg';
  if (head.subarray(0, 8).equals(Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)))
    return 'image/png';
  const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}

/** The same of a stored file. */
export async function imageTypeOf(file: string): Promise<ReturnType<typeof imageType>> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return imageType(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
