import { crc32, deflateSync } from 'node:zlib';

/** A whole, one-coloured PNG of a given size. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey.
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc(height * (width + 1), 0);
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The headers of a JPEG of a given size: an application segment that holds a misleading marker, then the frame. */
export function jpegHead(width: number, height: number): Buffer {
  const application = Buffer.alloc(20);
  application.writeUInt16BE(0xffe1, 0);
  application.writeUInt16BE(18, 2);
  application.writeUInt16BE(0xffc0, 8);
  const frame = Buffer.alloc(19);
  frame.writeUInt16BE(0xffc2, 0);
  frame.writeUInt16BE(17, 2);
  frame.writeUInt8(8, 4);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.of(0xff, 0xd8), application, frame, Buffer.of(0xff, 0xd9)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
