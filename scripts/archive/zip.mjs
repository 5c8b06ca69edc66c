import { crc32, deflateRawSync } from 'node:zlib';

/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** 1980-01-01: the same files make the same archive, whenever it is made. */
const DATE = 0x21;
const VERSION = 20;

/** A ZIP file of `{name, data}` in this order; names have slashes, data are Buffers. */
export function zip(files) {
  const parts = [];
  const index = [];
  let offset = 0;
  for (const { name, data } of files) {
    const path = Buffer.from(name);
    const body = deflateRawSync(data, { level: 9 });
    const about = (isIndex) => {
      const head = Buffer.alloc(isIndex ? 46 : 30);
      let at = head.writeUInt32LE(isIndex ? 0x02014b50 : 0x04034b50);
      if (isIndex) at = head.writeUInt16LE(VERSION, at);
      for (const word of [VERSION, FLAGS, DEFLATED, 0, DATE]) at = head.writeUInt16LE(word, at);
      for (const size of [crc32(data), body.length, data.length]) at = head.writeUInt32LE(size, at);
      at = head.writeUInt16LE(path.length, at);
      if (isIndex) head.writeUInt32LE(offset, 42);
      return head;
    };
    index.push(about(true), path);
    const local = [about(false), path, body];
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
