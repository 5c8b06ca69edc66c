import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GrammarSites } from './support/grammar/grammar-sites.ts';
import { sweepGrammar, tryRequest } from './support/grammar/sweep-grammar.ts';
import { SETUPS, type WireRequest } from './support/grammar/wire-request.ts';
import { announceSeed } from '../support/seeded.ts';

const page = (more: Partial<WireRequest> = {}): WireRequest => ({
  ...{ method: 'GET', target: '/vh/videos/vi1/status', hosts: ['site.test'] },
  ...{ headers: {}, body: Buffer.alloc(0), bodyIs: 'wrong' },
  ...more,
});
const grant = (text: string | Buffer, headers: Record<string, string> = {}): WireRequest =>
  page({
    ...{ method: 'POST', target: '/vh/grants', body: Buffer.from(text), bodyIs: 'right' },
    headers: {
      ...{ 'origin': 'http://site.test', 'cookie': 'user=1', 'x-vh-request': '1' },
      ...{ 'content-type': 'application/json', ...headers },
    },
  });
const named = (name: string, more = '') => `{"file":{"name":"${name}","size":5}${more}}`;

/** Requests to which one backend once gave another answer than the others. */
const FOUND: Readonly<Record<string, WireRequest>> = {
  'a list that is closed, by POST': page({ method: 'POST', target: '/vh/videos' }),
  'embed pages that are closed, by HEAD': page({ method: 'HEAD', target: '/vh/embed/videos/vi1' }),
  'a port that is none': page({ hosts: ['site.test:65536'] }),
  'no host': page({ hosts: [] }),
  'a method that few know': page({ method: 'PROPFIND' }),
  'a scheme in capitals from a proxy': grant(named('a'), {
    'x-forwarded-proto': 'HTTPS',
    'origin': 'https://site.test',
  }),
  'a port that a proxy repeats': {
    ...grant(named('a'), { 'x-forwarded-proto': 'https', 'origin': 'https://site.test' }),
    hosts: ['site.test:80'],
  },
  'a host from a proxy that is none': grant(named('a'), { 'x-forwarded-host': 'a!b.test' }),
  'half a character in a name': grant(named('\\ud800')),
  'a mark of the order of bytes': grant(`\ufeff${named('a')}`),
  'bytes that are no UTF-8': grant(Buffer.from(named('\u00ff'), 'latin1')),
  'UTF-16': { ...grant(Buffer.from(named('a'), 'utf16le')), bodyIs: 'wrong' },
  'what JSON has no number for': { ...grant(named('a', ',"other":NaN')), bodyIs: 'wrong' },
  'a name that is too long in UTF-16': { ...grant(named('\u{1f600}'.repeat(513))), bodyIs: 'wrong' },
};

describe('the page backend by Node, Express, HTTP/2, Workers, Hono, PHP and Python', () => {
  let sites: GrammarSites;
  before(async () => (sites = await GrammarSites.start()));
  after(() => sites.end());

  for (const [name, request] of Object.entries(FOUND)) {
    it(`gives one answer to ${name}`, async () => {
      const report = { requests: 0, answers: 0, statuses: {}, faults: [] };
      const setups = SETUPS.filter(({ name: one }) => one !== 'of a known origin');
      for (const setup of setups) await tryRequest(sites.all, setup, request, report);
      assert.deepEqual(report.faults, []);
    });
  }

  it('serves what the contract allows, and refuses everything else, with the same answer everywhere', async () => {
    const seed = announceSeed();
    const { faults, statuses } = await sweepGrammar(sites.all, seed, 600);
    assert.deepEqual(faults, [], `SEED=${String(seed)}`);
    // It would prove little if nothing got through.
    for (const status of [200, 201, 204, 400, 403, 404, 405, 415])
      assert.ok((statuses[status] ?? 0) > 0, `SEED=${String(seed)}: ${String(status)} is too rare`);
  });
});
