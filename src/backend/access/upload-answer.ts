import { readRecord } from '../../core/wire/read-json.ts';
import type { UploadAnswer } from './authorize.ts';

type Fits = (value: unknown) => boolean;

const isText: Fits = (value) => typeof value === 'string';
const isFlag: Fits = (value) => typeof value === 'boolean';
const isRecordOfTexts: Fits = (value) => {
  const record = readRecord(value);
  return record !== undefined && Object.values(record).every(isText);
};

/** The attributes that a site may answer to an upload, and the values that they take. */
const ATTRIBUTES: Readonly<Record<keyof UploadAnswer, Fits>> = {
  title: isText,
  description: isText,
  public: isFlag,
  panoramic: isFlag,
  mp4Support: isFlag,
  playerId: isText,
  tags: (value) => Array.isArray(value) && value.every(isText),
  metadata: (value) => (Array.isArray(value) ? value.every(isPair) : isRecordOfTexts(value)),
  watermark: isRecordOfTexts,
  subject: isText,
  videoId: isText,
  protocol: (value) => value === 'parts' || value === 'tus',
};

/** Attributes that say who and where: an empty one comes from a lookup without a result, which does not allow the upload. */
const NEVER_EMPTY: readonly string[] = ['subject', 'videoId'] satisfies (keyof UploadAnswer)[];

/**
 * Why an answer of `authorize` does not allow an upload; undefined when it does. Only a plain object of known attributes
 * does: `{ ok: false }`, `{ error }`, `{}`, a `Response` or an `Error` must not open an account to everybody.
 */
export function faultIn(answer: unknown): string | undefined {
  if (!isPlain(answer)) return 'it is neither true nor a plain object of attributes';
  const names = Reflect.ownKeys(answer);
  if (names.length === 0) return 'it is an object without attributes';
  for (const name of names) {
    if (typeof name !== 'string' || !Object.hasOwn(ATTRIBUTES, name)) {
      return `it has ${quoted(name)}, which is no attribute of an upload`;
    }
    const value = answer[name];
    const isAbsent = value === undefined || value === null;
    if (NEVER_EMPTY.includes(name) && (isAbsent || value === '')) return `its ${name} is empty`;
    if (!isAbsent && !ATTRIBUTES[name as keyof UploadAnswer](value)) return `its ${name} has the wrong type`;
  }
  return undefined;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isPair(value: unknown): boolean {
  const pair = readRecord(value);
  return isText(pair?.['key']) && isText(pair?.['value']);
}

/** A short plain word is quoted. Anything else might hold what belongs in no log. */
function quoted(name: string | symbol): string {
  return typeof name === 'string' && /^[A-Za-z_]{1,20}$/.test(name) ? `"${name}"` : 'a name';
}
