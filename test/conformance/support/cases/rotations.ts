import { EmbedSigner } from '../../../../src/backend/embed/embed-signer.ts';
import { SiteSecret } from '../../../../src/backend/crypto/site-secret.ts';
import type { CaseRequest, CaseStep, ConformanceCase, SiteConfig } from '../conformance-case.ts';
import { get, grant, upload } from './case-words.ts';

const FILM = { kind: 'video', id: 'prReady1' } as const;
const OLD = 'the secret of last year';
const NEW = 'the secret of this year';
const HOUR = 3_600;

const start = (claimSecrets: unknown): CaseStep => ({ change: { config: { claimSecrets } } });
const startWithKey = (apiKey: string): CaseStep => ({ change: { config: { apiKey } } });

/** What an address that was signed with a secret opens to a stranger: the page, and what the page asks. */
async function opened(secret: string, endsIn = HOUR): Promise<CaseRequest[]> {
  const signer = new EmbedSigner(
    new SiteSecret(() => Promise.resolve(secret)),
    () => Date.now() - HOUR * 1000,
  );
  const { expires, signature } = await signer.sign(FILM, HOUR + endsIn);
  const query = `?expires=${String(expires)}&signature=${signature}`;
  return [get(`/embed/videos/${FILM.id}${query}`), get(`/embed/videos/${FILM.id}/playback${query}`)];
}

const [old, young] = [await opened(OLD), await opened(NEW)];
const [oldEnded = get('/'), youngEnded = get('/')] = [
  ...(await opened(OLD, -1)),
  ...(await opened(NEW, -1)),
].filter((_, index) => index % 2 === 0);
const both = [...old, ...young, oldEnded, youngEnded];

const EMBED: SiteConfig = { embed: { assets: 'https://static.test/vh/' } };
const link: CaseRequest = { target: '/own/link' };
const followLink: CaseRequest = { target: '{link}' };
const renew = grant(upload({ action: 'refresh', videoId: '{videoId}', claim: '{claim}' }));

/** A secret or a key that is replaced: what was given out under the one before lives as long as docs/security.md says. */
export const ROTATION_CASES: readonly ConformanceCase[] = [
  {
    name: 'addresses of a private video while the claim secret is replaced',
    config: { ...EMBED, claimSecrets: [OLD] },
    steps: [...both, start([NEW, OLD]), ...both, start([NEW]), ...both],
    statuses: [
      ...[200, 200, 404, 404, 410, 404],
      ...[200, 200, 200, 200, 410, 410],
      ...[404, 404, 200, 200, 404, 410],
    ],
  },
  {
    name: 'an address of the site that was signed before the claim secret was replaced',
    config: { ...EMBED, claimSecrets: [OLD] },
    steps: [link, start([NEW, OLD]), followLink, start([OLD]), link, start([NEW]), followLink],
    statuses: [200, 200, 200, 404],
  },
  {
    name: 'an address of the site that was signed while both secrets count',
    config: { ...EMBED, claimSecrets: [NEW, OLD] },
    steps: [link, start([NEW]), followLink, start([NEW, OLD]), link, start([OLD]), followLink],
    statuses: [200, 200, 200, 404],
  },
  {
    name: 'an upload that lasts while the claim secret is replaced',
    config: { claimSecrets: [OLD] },
    steps: [grant(upload()), start([NEW, OLD]), renew, start([NEW]), renew, start([OLD]), renew],
    statuses: [201, 201, 201, 403],
  },
  {
    name: 'addresses and uploads end with an API key, where there is no claim secret',
    config: EMBED,
    steps: [
      ...[link, startWithKey('a-newer-key'), followLink, link, followLink],
      ...[grant(upload()), startWithKey('the-newest-key'), renew],
    ],
    statuses: [200, 404, 200, 200, 201, 403],
  },
  {
    name: 'addresses and uploads outlive an API key beside a claim secret',
    config: { ...EMBED, claimSecrets: OLD },
    steps: [
      ...[...old, link, startWithKey('a-newer-key'), followLink, ...old],
      ...[grant(upload()), startWithKey('the-newest-key'), renew],
    ],
    statuses: [200, 200, 200, 200, 200, 200, 201, 201],
  },
];
