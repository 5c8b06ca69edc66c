import type { Attributes } from '../http/attributes.ts';
import type { Restream } from '../store/live-streams.ts';

const MOST = 5;
const FIELDS = ['name', 'serverUrl', 'streamKey'] as const;
// An ingest server is known by its host and by the application that takes the stream.
const SERVER = /^rtmps?:\/\/[^\s/?#]+\/[^\s/][^\s]*$/i;

/** Reads the services that a live stream is passed on to; each fault is named by its place in the list. */
export function readRestreams(
  body: Readonly<Record<string, unknown>>,
  attributes: Attributes,
): Restream[] | undefined {
  const list = Object.hasOwn(body, 'restreams') ? body['restreams'] : undefined;
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) {
    attributes.refuse('restreams', '"restreams" must be a list of {name, serverUrl, streamKey}.');
    return undefined;
  }
  if (list.length > MOST) {
    attributes.refuse('restreams', `A live stream is passed on to ${String(MOST)} services at most.`);
    return undefined;
  }
  return list.map((entry: unknown, index) => readOne(entry, `restreams[${String(index)}]`, attributes));
}

function readOne(entry: unknown, name: string, attributes: Attributes): Restream {
  const restream: Restream = { name: '', serverUrl: '', streamKey: '' };
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    attributes.refuse(name, `"${name}" must be {name, serverUrl, streamKey}.`);
    return restream;
  }
  const given = new Map<string, unknown>(Object.entries(entry));
  for (const field of FIELDS) {
    const value = given.get(field);
    const place = `${name}[${field}]`;
    if (typeof value !== 'string' || value.trim() === '') {
      attributes.refuse(place, `"${place}" must be a string that is not blank.`);
    } else if (field === 'serverUrl' && !SERVER.test(value)) {
      attributes.refuse(place, `"${place}" must be an address such as rtmp://host/application.`);
    } else restream[field] = value;
  }
  return restream;
}
