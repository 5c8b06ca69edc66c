import { VhError } from '../../core/errors/vh-error.ts';
import { makeRandomName } from '../../core/random-name.ts';
import type { ReadBody } from '../ports/upload-environment.ts';

/** The body of a request as bytes, with the type that the browser would give it: for `SendRequest.readBody`. */
export const readBody: ReadBody = async ({ body, headers }) => {
  if (body === null) return { headers, body };
  try {
    const { type, pieces } = body instanceof Blob ? { type: body.type, pieces: [body] } : multipart(body);
    const bytes = await new Blob(pieces).arrayBuffer();
    return { headers: type === '' ? headers : { 'Content-Type': type, ...headers }, body: bytes };
  } catch (cause) {
    // As for a request with a body that cannot be read.
    throw new VhError('network', 'A part of the file could not be read.', { cause });
  }
};

/** A form as the pieces of a body: WebKit makes no bytes of a form with a file in it. */
function multipart(form: FormData): { type: string; pieces: BlobPart[] } {
  const boundary = `----${makeRandomName()}`;
  const pieces = [...form].flatMap(([name, value]): BlobPart[] => {
    const isText = typeof value === 'string';
    const kind = isText
      ? ''
      : `; filename="${escapeName(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"${kind}\r\n\r\n`;
    return [head, value, '\r\n'];
  });
  return { type: `multipart/form-data; boundary=${boundary}`, pieces: [...pieces, `--${boundary}--\r\n`] };
}

function escapeName(name: string): string {
  return name.replace(/["\r\n]/g, encodeURIComponent);
}
