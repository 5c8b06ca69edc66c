import { isVhError } from '../../core/errors/vh-error.ts';
import {
  readDetailsChange,
  MAX_DETAILS_BYTES,
  type DetailsChange,
} from '../../core/wire/author/video-details.ts';
import { parseJson, readList, readRecord, readText } from '../../core/wire/read-json.ts';
import type { UploadAnswer } from '../access/authorize.ts';
import { readClaim } from '../access/claim-header.ts';
import { toPairs } from '../grants/make-grant.ts';
import { readBody } from '../http/read-body.ts';
import { answer, notFound, refuse } from '../http/respond.ts';
import { admitAuthor, type ChangeContext } from './own-video.ts';

type Pair = { key: string; value: string };

/** Answers `POST /videos/{id}/details`: an author says what their own video is called, and what it is about. */
export async function handleDetailsChange(
  request: Request,
  videoId: string,
  context: ChangeContext,
): Promise<Response> {
  const claim = readClaim(request);
  // A visitor who leaves in the middle of it is no fault of the site's.
  const sent =
    claim === false ? undefined : await readBody(request, MAX_DETAILS_BYTES).catch(() => undefined);
  const change = readDetailsChange(parseJson(sent));
  if (claim === false || !change)
    return refuse(
      400,
      'details-malformed',
      'Say the title, the description, the tags or the fields, in texts',
    );
  const { fields, ...details } = change;
  const asked = { action: 'details', videoId, details, ...(fields && { metadata: fields }) } as const;
  const allowed = await admitAuthor(request, asked, claim, context);
  if (allowed instanceof Response) return allowed;
  const video = await context.ids.find('videos', videoId, { address: context.visitors.of(request) });
  if (!video || video['discarded'] === true) return notFound();
  const body = toUpdate(details, allowed, video);
  if (Object.keys(body).length === 0) return answer(200, {});
  try {
    const path = ['videos', { id: videoId }] as const;
    const made = await context.service.json({ method: 'PATCH', path, body, purpose: 'uploads' });
    context.forget(videoId);
    return made === undefined ? notFound() : answer(200, {});
  } catch (error) {
    if (!isVhError(error, 'request-refused') || error.status !== 400) throw error;
    return refuse(400, 'details-malformed', 'The service does not take these details');
  }
}

// Of the site's answer, what may be changed later.
const CHANGEABLE = [
  ...(['title', 'description', 'tags', 'public', 'panoramic', 'mp4Support', 'playerId'] as const),
] satisfies (keyof UploadAnswer)[];

/** The update: the author's words, and the site's own where it says some. Metadata is the site's alone, as with an upload. */
function toUpdate(
  details: DetailsChange,
  allowed: UploadAnswer,
  video: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = { ...details };
  for (const name of CHANGEABLE) {
    const value: unknown = allowed[name];
    if (value !== undefined && value !== null) body[name] = value;
  }
  if (allowed.metadata)
    body['metadata'] = mergePairs(readPairs(video['metadata']), toPairs(allowed.metadata));
  return body;
}

/** The service replaces all metadata of a video: what another part of the site has written there must stay. */
function mergePairs(stored: readonly Pair[], fresh: readonly Pair[]): Pair[] {
  const keys = new Set(fresh.map(({ key }) => key));
  return [...stored.filter(({ key }) => !keys.has(key)), ...fresh];
}

function readPairs(value: unknown): Pair[] {
  return readList(value).flatMap((item) => {
    const pair = readRecord(item);
    const [key, text] = [readText(pair?.['key']), readText(pair?.['value'])];
    return key === undefined || text === undefined ? [] : [{ key, value: text }];
  });
}
