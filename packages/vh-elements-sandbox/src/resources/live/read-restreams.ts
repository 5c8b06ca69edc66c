import type { Attributes } from '../../http/values/attributes.ts';
import { readRestreamServer } from '../../live/relay/restream-server.ts';
import type { Restream } from '../../store/media/live-streams.ts';

const MAX_RESTREAMS = 5;
const MAX_LENGTHS = { name: 256, streamKey: 1024 } as const;
const FIELDS = ['name', 'serverUrl', 'streamKey'] as const;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

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
  if (list.length > MAX_RESTREAMS) {
    attributes.refuse(
      'restreams',
      `A live stream is passed on to ${String(MAX_RESTREAMS)} services at most.`,
    );
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
    const fault = typeof value === 'string' ? faultOf(field, value) : 'must be a string.';
    if (fault !== undefined) attributes.refuse(place, `"${place}" ${fault}`);
    else restream[field] = String(value);
  }
  return restream;
}

/** The fault of a member, in words that follow its name. */
function faultOf(field: (typeof FIELDS)[number], value: string): string | undefined {
  if (value.trim() === '') return 'must not be blank.';
  if (field === 'serverUrl') {
    const server = readRestreamServer(value);
    return typeof server === 'string' ? server : undefined;
  }
  if (value.length > MAX_LENGTHS[field])
    return `must be no longer than ${String(MAX_LENGTHS[field])} characters.`;
  return CONTROL.test(value) ? 'must hold no control characters.' : undefined;
}
