import { expect, expectStatus, type Check } from './check.ts';

const ID = 'viConformance00000000000';

/** Paths that must lead nowhere, also after a server in front has tidied them up. */
const MISSING_PATHS: readonly string[] = [
  ...[
    '',
    '/',
    '//grants',
    '/grants/x',
    '/Grants',
    '/upload-tokens',
    '/auth/api-key',
    '/webhooks',
    '/analytics/videos/x',
  ],
  ...[
    '/playback',
    '/playback/',
    '/playback/videos',
    '/playback/videos/',
    '/playback/players/x',
    '/playback/toString/x',
  ],
  ...[`/videos/${ID}/source`, `/videos/${ID}/status/x`, `/videos/${ID}/thumbnail`, `/constructor/${ID}`],
  ...[`/playback/videos/${'a'.repeat(65)}`, `/playback/videos/${ID}/x`, `/playback//videos/${ID}`],
  ...[
    `/playback/videos/..%2f${ID}`,
    `/playback/videos/..%5c${ID}`,
    `/playback/videos/%2e%2e`,
    `/playback/videos/..`,
  ],
  ...[
    `/playback/videos/${ID}%00`,
    `/playback/videos/${ID};a=b`,
    `/playback/videos/${ID}%0d%0ax`,
    '/playback/videos/%',
  ],
  ...[
    `/playback/videos/%76${ID}`,
    `/playback/videos/${ID}%20`,
    `/playback/videos/http:%2f%2fevil.invalid`,
    '/playback/videos/@',
  ],
];

/** The checks of all that is not there. */
export const addressChecks: readonly Check[] = [
  ...MISSING_PATHS.map(
    (path) =>
      ({
        title: `nothing is at ${path.length > 60 ? `${path.slice(0, 57)}…` : path || 'the mount point'}`,
        run: async ({ site }) => {
          // Frameworks break down on an impossible URL before the backend gets it.
          const most = isDecodable(path) ? 500 : 600;
          for (const method of ['GET', 'POST']) {
            const { status } = await site.ask(method, path, { asVisitor: true });
            expect(status >= 300 && status < most, `${method} was answered with ${String(status)}`);
          }
        },
      }) satisfies Check,
  ),
  {
    title: 'other methods are 405, whatever headers say of the method',
    run: async ({ site }) => {
      for (const [method, path, allow] of [
        ['POST', `/playback/videos/${ID}`, 'GET'],
        ['DELETE', `/playback/videos/${ID}`, 'GET'],
        ['GET', '/grants', 'POST'],
        ['PUT', '/grants', 'POST'],
      ] as const) {
        const headers = { 'x-http-method-override': allow, 'x-method-override': allow };
        const answer = await site.ask(method, path, { headers, asVisitor: true });
        expectStatus(answer, 405);
        expect((answer.header('allow') ?? allow).includes(allow), `allow does not say ${allow}`);
      }
    },
  },
];

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
