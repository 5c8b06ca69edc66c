import assert from 'node:assert/strict';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/**
 * Makes one of all that ends by the clock of the service: `things`, each with how to look whether it is there, and after how
 * many seconds it is not; and the `calls` of the webhook that come meanwhile, in their order.
 */
export async function makeAllThatEnds(sandbox, { kind, broken }) {
  const { url, apiKey } = sandbox;
  const isFound = (path) => () =>
    sandbox.ask('GET', path).then(
      () => true,
      (error) => {
        if (/ 40[14]: /.test(String(error))) return false;
        throw error;
      },
    );
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  /** Looks that use a thing up: each takes the next of two that are alike. */
  const inTurn = (things, isGood) => () => isGood(things.shift());
  const signIn = () => sandbox.ask('POST', '/auth/api-key', { apiKey });
  const pairs = [await signIn(), await signIn()];

  const play = { type: 'play', at: 0 };
  const { videos, tokens } = await sandbox.seed(
    {
      videos: [
        { title: 'A film', film: 1 },
        { title: 'Private', film: 1, public: false },
        { title: 'Left', sessions: [{ ago: '0s', events: [play, { type: 'end', at: 1 }] }] },
        { title: 'Fell silent', sessions: [{ ago: '0s', events: [play] }] },
      ],
      tokens: [{ ttl: 2 * HOUR }, { ttl: 0 }],
      webhooks: [kind, broken].map((one) => ({ url: one.url, events: ['session.ended'] })),
    },
    { timeout: 60_000 },
  );
  const [film, secret, left, silent] = videos.map(({ videoId }) => videoId);

  const privateFilm = async () => (await sandbox.ask('GET', `/videos/${secret}`)).assets.hls;
  const once = await privateFilm();
  const unused = [await privateFilm(), await privateFilm()];
  const session = (await fetch(once)).headers.get('x-token-session');
  assert.ok(session);
  const isOpen =
    (path, headers = {}) =>
    async () =>
      (await fetch(path, { headers })).status === 200;

  const [token] = tokens;
  const needed = { 'tus-resumable': '1.0.0', 'authorization': `Bearer ${tokens[1]}` };
  const tus = await fetch(`${url}/upload`, {
    method: 'POST',
    headers: { ...needed, 'upload-length': '1000' },
  });
  assert.equal(tus.status, 201, await tus.text());
  const atTus = tus.headers.get('location');
  const ietf = await fetch(`${url}/upload?token=${tokens[1]}`, {
    method: 'POST',
    headers: { 'upload-complete': '?0', 'upload-draft-interop-version': '8' },
    body: 'the beginning',
  });
  assert.equal(ietf.status, 201, await ietf.text());
  const atIetf = ietf.headers.get('location');
  const knows = (address, headers) => async () => (await fetch(address, { method: 'HEAD', headers })).ok;

  const canRefresh = async ({ refresh_token: refreshToken }) =>
    (await post('/auth/refresh', { refreshToken })).status === 200;

  return {
    things: [
      { what: 'a film that is whole', isThere: isFound(`/videos/${film}`), stays: true },
      {
        what: 'an upload token without an end',
        isThere: isFound(`/upload-tokens/${tokens[1]}`),
        stays: true,
      },
      { what: 'an upload token', after: 2 * HOUR, isThere: isFound(`/upload-tokens/${token}`) },
      {
        what: 'an access token',
        after: HOUR,
        isThere: isOpen(`${url}/videos`, { authorization: `Bearer ${pairs[0].access_token}` }),
      },
      {
        what: 'a session of a private film',
        after: DAY,
        isThere: isOpen(once, { 'x-token-session': session }),
      },
      { what: 'an upload by tus', after: WEEK, isThere: knows(atTus, needed) },
      { what: 'an upload by ietf', after: WEEK, isThere: knows(atIetf, {}) },
      { what: 'a token of a private film', after: DAY, isThere: inTurn(unused, (path) => isOpen(path)()) },
      { what: 'a refresh token', after: WEEK, isThere: inTurn(pairs, canRefresh) },
      {
        what: 'a video without a film',
        after: WEEK,
        clearedWithin: HOUR,
        isThere: isFound(`/videos/${left}`),
      },
    ],
    calls: [
      { type: 'session.ended', videoId: left, after: 5 * MINUTE },
      { type: 'session.ended', videoId: silent, after: DAY },
    ],
  };
}
