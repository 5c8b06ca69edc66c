import { readRecord } from '../core/read-json.ts';
import { parseVideoStatus } from '../core/video-status.ts';
import type { PublicAddresses } from './addresses.ts';
import { decide, type Authorize } from './authorize.ts';
import { answer, notFound, refuse } from './respond.ts';
import type { ListName, OneRead } from './route.ts';
import type { Service } from './service.ts';
import { isOpen, shownFields, shownList } from './shown-fields.ts';

/** What reads are answered with. */
export interface ReadContext {
  service: Service;
  authorize: Authorize | undefined;
  /** The lists that the site has opened. */
  lists: readonly ListName[];
  addresses: (request: Request) => PublicAddresses;
}

/** Answers one read: public things to everybody, private ones to whom the site lets in, and 404 to everybody else. */
export async function answerRead(
  request: Request,
  context: ReadContext,
  what: OneRead,
  id: string,
): Promise<Response> {
  const { service } = context;
  const { toPublic } = context.addresses(request);
  if (what === 'player') {
    const player = readRecord(await service.json({ method: 'GET', path: ['players', { id }] }));
    return player ? answer(200, shownFields('player', player, toPublic)) : notFound();
  }
  if (what === 'live-stream') {
    const stream = readRecord(await service.json({ method: 'GET', path: ['live-streams', { id }] }));
    if (!stream || !(await mayRead(request, context, stream, { kind: what, id }))) return notFound();
    return answer(200, shownFields(what, stream, toPublic));
  }
  const query = what === 'status' ? {} : readPaging(request);
  if (!query) return malformed();
  const [found, part] = await Promise.all([
    service.json({ method: 'GET', path: ['videos', { id }] }),
    service.json({ method: 'GET', path: ['videos', { id }, what], query }),
  ]);
  const video = readRecord(found);
  if (!video || part === undefined || !(await mayRead(request, context, video, { kind: 'video', id }))) {
    return notFound();
  }
  return answer(200, what === 'status' ? parseVideoStatus(part) : shownList(what, part, toPublic));
}

async function mayRead(
  request: Request,
  { authorize }: ReadContext,
  record: Readonly<Record<string, unknown>>,
  which: { kind: 'video' | 'live-stream'; id: string },
): Promise<boolean> {
  if (record['discarded'] === true) return false;
  return isOpen(record) || (await decide(authorize, request, { action: 'read', ...which })) === true;
}

/** Answers a list that the site has opened, to whom it lets in: what is public, page by page. */
export async function answerList(request: Request, context: ReadContext, what: ListName): Promise<Response> {
  if (!context.lists.includes(what)) return notFound();
  if ((await decide(context.authorize, request, { action: 'list', kind: what })) !== true) return notFound();
  const query = readPaging(request);
  if (!query) return malformed();
  const list = await context.service.json({ method: 'GET', path: [what], query });
  return answer(200, shownList(what, list, context.addresses(request).toPublic));
}

const QUERY: Readonly<Record<string, (value: string) => boolean>> = {
  currentPage: (value) => /^[1-9]\d{0,5}$/.test(value),
  pageSize: (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 100,
  // Not by title: the order of what is shown would tell about what is not.
  sortBy: (value) => ['createdAt', 'publishedAt', 'updatedAt'].includes(value),
  sortOrder: (value) => value === 'asc' || value === 'desc',
};

/** What may be asked of a list: any other key goes no further; nothing for a value that makes no sense. */
function readPaging(request: Request): Record<string, string> | undefined {
  const given = new URL(request.url).searchParams;
  const query: Record<string, string> = {};
  for (const [name, fits] of Object.entries(QUERY)) {
    const value = given.get(name);
    if (value === null) continue;
    if (!fits(value)) return undefined;
    query[name] = value;
  }
  return query;
}

function malformed(): Response {
  return refuse(400, 'query-malformed', 'This page of the list cannot be asked for');
}
