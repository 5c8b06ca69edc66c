import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { writeFully } from '../../store/files/write-fully.ts';
import { declaresMoreThan } from './declared-size.ts';
import { ConnectionCut, feed } from './feed.ts';
import { Problem } from '../problem.ts';

/** Bytes that a form may hold beside its file. */
const MAX_OTHER_BYTES = 64 * 1024;

/** A file that has arrived and is safe on disk, though nothing knows of it yet. */
export interface ReceivedFile {
  /** The name of the stored file inside the folder that was given. */
  stored: string;
  /** The client's name for it. */
  filename: string;
  size: number;
  sha256: string;
}

/** A multipart body: its one file and its text fields. */
export interface ReceivedForm {
  file: ReceivedFile;
  fields: ReadonlyMap<string, string>;
}

/** The result for one file of the form. */
type Outcome = ReceivedFile | 'too-large' | Error;

interface Arriving {
  /** None of them rejects: they are looked at only once the whole form has come. */
  files: Promise<Outcome>[];
  fields: Map<string, string>;
}

/**
 * Receives a form with exactly one file, whatever its field is called (some clients name it after the file), streaming
 * it to `folder`. When anything fails, a cut connection too, nothing stays behind.
 */
export async function receiveFile(
  request: IncomingMessage,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<ReceivedForm> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new Problem('uploaded-file-no-file', { name: 'file' });
  if (declaresMoreThan(request, maxBytes + MAX_OTHER_BYTES))
    throw new Problem('uploaded-file-too-large', { name: 'file' });
  const form: Arriving = { files: [], fields: new Map() };
  const arrival = await receive(request, contentType, form, folder, maxBytes);
  const outcomes = await Promise.all(form.files);
  const files = outcomes.filter(isReceived);
  const problem = arrival instanceof Error ? arrival : problemOf(outcomes, files, arrival);
  const [file] = files;
  if (problem !== undefined || !file) {
    await Promise.all(files.map(({ stored }) => discardFile(folder, stored)));
    throw problem ?? new Problem('uploaded-file-no-file', { name: 'file' });
  }
  return { file, fields: form.fields };
}

/**
 * Removes an unwanted received file. A disk that does not let go of it must not stand in the way of the answer:
 * the next start sweeps away what nothing refers to.
 */
export async function discardFile(folder: string, stored: string): Promise<void> {
  await rm(path.join(folder, stored), { force: true }).catch(() => undefined);
}

/** Takes the form in; answers how many bytes it had, or its fault. */
async function receive(
  request: IncomingMessage,
  contentType: string,
  form: Arriving,
  folder: string,
  maxBytes: number,
): Promise<Error | number> {
  const open = new Set<Readable>();
  try {
    const busboy = new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      isPartAFile: (_field, _type, filename) => filename !== undefined,
      limits: { fields: 32, fieldSize: 4096, parts: 64, headerPairs: 32 },
    });
    busboy.on('field', (name, value) => form.fields.set(name, value));
    busboy.on('file', (_field, stream, filename) => {
      open.add(stream);
      // The body may break off before its target file is open and has a listener.
      stream.on('error', (error) => stream.destroy(error));
      stream.once('close', () => open.delete(stream));
      // A second file is only counted.
      form.files.push(form.files.length === 0 ? store(stream, filename, folder, maxBytes) : skip(stream));
    });
    return await feed(request, busboy, () => open.size > 0);
  } catch (cause) {
    // The parser does not end its files when the body breaks off.
    for (const stream of open) stream.destroy(new Error('the body broke off'));
    return cause instanceof ConnectionCut
      ? cause
      : new Problem('invalid-payload', { detail: 'The form cannot be read.' });
  }
}

/** Writes a file to its folder; a disk that fails is an outcome like any other. */
async function store(stream: Readable, filename: string, folder: string, maxBytes: number): Promise<Outcome> {
  const stored = randomUUID();
  try {
    const file = await write(stream, path.join(folder, stored), maxBytes);
    if (file !== 'too-large') return { stored, filename, ...file };
    await discardFile(folder, stored);
    return file;
  } catch (error) {
    // The rest is read and let go, so that the client gets to see the answer.
    stream.resume();
    await discardFile(folder, stored);
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function write(
  stream: Readable,
  file: string,
  maxBytes: number,
): Promise<{ size: number; sha256: string } | 'too-large'> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(file, 'wx', 0o600);
  try {
    // Not destroyed by what fails here: the parser would wait for it forever.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      // Too much is still read to its end, so that the client gets to see the answer.
      if (size > maxBytes) continue;
      hash.update(chunk);
      await writeFully(handle, chunk, size - chunk.length);
    }
    if (stream.errored) throw stream.errored;
    if (size > maxBytes) return 'too-large';
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}

function skip(stream: Readable): Promise<'too-large'> {
  stream.resume();
  return Promise.resolve('too-large');
}

function isReceived(outcome: Outcome): outcome is ReceivedFile {
  return outcome !== 'too-large' && !(outcome instanceof Error);
}

function problemOf(
  outcomes: readonly Outcome[],
  files: readonly ReceivedFile[],
  bytes: number,
): Error | undefined {
  const name = 'file';
  if (outcomes.length === 0) return new Problem('uploaded-file-no-file', { name });
  if (outcomes.length > 1) return new Problem('uploaded-file-multiple-files', { name });
  const [outcome] = outcomes;
  if (outcome instanceof Error) return outcome;
  const [file] = files;
  if (!file) return new Problem('uploaded-file-too-large', { name });
  if (file.size === 0) return new Problem('uploaded-file-empty', { name });
  const isBloated = bytes - file.size > MAX_OTHER_BYTES;
  return isBloated
    ? new Problem('invalid-payload', { detail: 'The form is too large for its file.' })
    : undefined;
}
