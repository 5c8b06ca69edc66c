import type { Attributes } from '../../http/values/attributes.ts';
import { required, takes, TEXT } from '../../http/values/shape.ts';
import { readRestreamServer } from '../../live/relay/restream-server.ts';
import type { Restream } from '../../store/media/live-streams.ts';

const MAX_RESTREAMS = 5;
const MAX_LENGTHS = { name: 256, streamKey: 1024 } as const;
const FIELDS = ['name', 'serverUrl', 'streamKey'] as const;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** A service that a live stream is passed on to. */
export const RESTREAM = takes({
  name: required(TEXT),
  serverUrl: required(TEXT),
  streamKey: required(TEXT),
});

/** Refuses restreams that cannot be; each fault is named by its place in the list. */
export function checkRestreams(
  list: readonly (Restream | undefined)[] | undefined,
  attributes: Attributes,
): void {
  if (!list) return;
  if (list.length > MAX_RESTREAMS) {
    const most = `A live stream is passed on to ${String(MAX_RESTREAMS)} services at most.`;
    attributes.refuse('restreams', most);
    return;
  }
  for (const [index, restream] of list.entries()) {
    for (const field of FIELDS) {
      const place = `restreams[${String(index)}][${field}]`;
      const fault = restream && faultOf(field, restream[field]);
      if (fault !== undefined) attributes.refuse(place, `"${place}" ${fault}`);
    }
  }
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
