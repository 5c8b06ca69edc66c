import { readList, readRecord, readText } from '../read-json.ts';

/** What the author of a video says about it. */
export interface VideoDetails {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The site's own fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Some of it: what is absent stays as it is. */
export type DetailsChange = Partial<VideoDetails>;

/** All that the author of an upload has chosen, as the site's form and events get it. */
export interface AuthoredDetails extends Partial<VideoDetails> {
  /** The picture: of a moment, in seconds, or of a file. */
  readonly poster?: { readonly time: number } | { readonly name: string };
  /** What was kept of the film, in seconds of the chosen file. */
  readonly trim?: { readonly start: number; readonly end: number } | undefined;
  /** The languages of the captions that were added, in their order. */
  readonly captions?: readonly string[];
}

/** Characters. No service says its own limits; these keep a page, a list of videos and a request in shape. */
export const DETAILS_LIMITS = {
  title: 255,
  description: 10_000,
  tag: 255,
  tags: 50,
  fields: 32,
  fieldName: 64,
  field: 10_000,
} as const;

/** Bytes of a change as JSON: a character may take three, and all fields together have the room of two. */
export const MAX_DETAILS_BYTES = 160_000;

/** Why a change cannot be stored; undefined when it can. */
export type DetailsFault = 'title' | 'description' | 'tags' | 'fields';

/** Looks for the first thing that is too long, too many, or empty where a video needs it. */
export function findDetailsFault({
  title,
  description,
  tags = [],
  fields = {},
}: DetailsChange): DetailsFault | undefined {
  if (title !== undefined && (title.trim() === '' || title.length > DETAILS_LIMITS.title)) return 'title';
  if ((description?.length ?? 0) > DETAILS_LIMITS.description) return 'description';
  const isLong = (tag: string) => tag.length > DETAILS_LIMITS.tag || tag.trim() === '';
  if (tags.length > DETAILS_LIMITS.tags || tags.some(isLong)) return 'tags';
  const entries = Object.entries(fields);
  const isUnfit = ([name, value]: [string, string]) =>
    name === '' || name.length > DETAILS_LIMITS.fieldName || value.length > DETAILS_LIMITS.field;
  return entries.length > DETAILS_LIMITS.fields || entries.some(isUnfit) ? 'fields' : undefined;
}

/** Reads a change: it says something, in texts, within the limits. Undefined for any other. */
export function readDetailsChange(value: unknown): DetailsChange | undefined {
  const from = readRecord(value);
  if (!from) return undefined;
  const { title, description, tags, fields } = from;
  const change: { -readonly [Name in keyof VideoDetails]?: VideoDetails[Name] } = {};
  if (title !== undefined) {
    const text = readText(title);
    if (text === undefined) return undefined;
    change.title = toLine(text);
  }
  if (description !== undefined) {
    const text = readText(description);
    if (text === undefined) return undefined;
    change.description = toText(text);
  }
  if (tags !== undefined) {
    const list = readList(tags);
    const texts = list.flatMap((tag) => readText(tag) ?? []);
    if (!Array.isArray(tags) || texts.length < list.length) return undefined;
    change.tags = texts.map(toLine);
  }
  if (fields !== undefined) {
    const texts = readTexts(fields);
    if (!texts) return undefined;
    change.fields = texts;
  }
  return Object.keys(change).length === 0 || findDetailsFault(change) ? undefined : change;
}

function readTexts(value: unknown): Readonly<Record<string, string>> | undefined {
  const record = readRecord(value);
  if (!record) return undefined;
  // Without a prototype: a field named "constructor" is a field.
  const texts = Object.create(null) as Record<string, string>;
  for (const [name, text] of Object.entries(record)) {
    if (typeof text !== 'string') return undefined;
    texts[name] = toText(text);
  }
  return texts;
}

/** One line without what cannot be seen in it. Markup is text, and stays. */
export function toLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cs}/gu, '')
    .trim();
}

/** Several lines, without other control characters and halves of characters. */
function toText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '');
}

/** Tags from a line of them, as people separate them; each once. */
export function splitTags(text: string): string[] {
  return [...new Set(text.split(/[,;，、،؛\n]/).map(toLine))].filter((tag) => tag !== '');
}
