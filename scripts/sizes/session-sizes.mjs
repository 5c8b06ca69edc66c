import { measure } from './measure.mjs';

/** What a playback without session events fetches until its first frame. */
const firstFrame = ['stages/start.js'];
const session = [...firstFrame, 'stages/player-session.js'];

/** What one with them fetches, by the formats that are sent. */
const sessions = {
  'session events, v1': session,
  'session events, vh': [
    ...session,
    'session/formats/other-formats.js',
    'elements/player/session/observed-playback.js',
  ],
};

/** Bytes that session events add to a playback until its first frame, after gzip; by the names of budgets.json. */
export async function sessionSizes() {
  const { inUse } = await measure('define/vh-player.js', [firstFrame, ...Object.values(sessions)]);
  const [before, ...withSession] = inUse;
  return Object.fromEntries(Object.keys(sessions).map((name, at) => [name, withSession[at] - before]));
}
