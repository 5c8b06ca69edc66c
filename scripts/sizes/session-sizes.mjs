import { readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from '../base/root.mjs';
import { measure } from './measure.mjs';

/** What a playback without session events fetches until its first frame. */
const FIRST_FRAME = ['later/attempt.js'];
/** The module that fetches session events, among others, and what does it there. */
const PARTS = 'elements/player/parts.js';
const LOAD = /\bloadSession = (.*)/;
/** What a page has before sessions are wanted. */
const AT_ONCE = ['elements/player/session/lazy-session.js', 'session/stored/press.js'];
/** What formats beside the first generation's fetch. */
const OTHERS = 'later/other-reports.js';

/**
 * Bytes that session events add to a playback until its first frame, after gzip, by the names of budgets.json. `dist` is the built
 * package.
 */
export async function sessionSizes(dist = at('dist')) {
  // All of them: what another file needs, too, is in one of its own.
  const session = [...FIRST_FRAME, ...fetchedBy(PARTS, dist)];
  const uses = [FIRST_FRAME, session, [...session, OTHERS]];
  const { inUse, inputsInUse } = await measure('define/vh-player.js', uses, dist);
  const isOfSessions = (id) =>
    /(^|\/)session\//.test(path.relative(dist, id)) && !AT_ONCE.some((module) => id.endsWith(module));
  const early = inputsInUse[0].find(isOfSessions);
  if (early) throw new Error(`${early} comes before session events are wanted: the sizes do not count it.`);
  const [before, v1, vh] = inUse;
  return { 'session events, v1': v1 - before, 'session events, vh': vh - before };
}

/** The modules that a built module imports for session events. */
function fetchedBy(module, dist) {
  const [, code] = LOAD.exec(readFileSync(path.join(dist, module), 'utf8')) ?? [];
  if (!code) throw new Error(`${module} fetches no session events.`);
  return [...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, name]) =>
    path.posix.join(path.posix.dirname(module), name),
  );
}
