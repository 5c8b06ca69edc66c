import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PROBLEMS } from '../../../packages/vh-elements-sandbox/src/http/problem.ts';
import { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';

const AS_BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the reference of refusals', () => {
  let service: ServiceUnderTest;
  before(async () => (service = await ServiceUnderTest.start()));
  after(() => service.stop());

  it('explains a refusal to a program where its type leads', async () => {
    const { body } = await service.ask('GET', '/videos/viNone');
    const { type, status, title } = body;
    assert.deepEqual([status, typeof title], [404, 'string']);
    const { pathname } = new URL(String(type));
    const explained = await service.fetch(pathname);
    const { advice, ...rest } = explained.body;
    assert.deepEqual(rest, { slug: 'resource-not-found', status, title });
    assert.match(String(advice), /the id that `name` names/);
    assert.equal(explained.headers.get('vary'), 'Accept');
  });

  it('knows no other slug', async () => {
    for (const slug of ['none', 'constructor', '__proto__']) {
      assert.equal((await service.fetch(`/reference/${slug}`)).status, 404, slug);
      const page = await service.fetch(`/reference/${slug}`, AS_BROWSER);
      assert.equal(page.status, 404, slug);
      assert.match(page.text, /There is no such refusal/);
      assert.doesNotMatch(page.text, new RegExp(slug));
    }
  });

  it('shows a person a page with what happened and what to do, for every slug', async () => {
    for (const [slug, [status, title]] of Object.entries(PROBLEMS)) {
      const page = await service.fetch(`/reference/${slug}`, AS_BROWSER);
      assert.equal(page.status, 200, slug);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.ok(page.text.includes(`<h1>${title}</h1>`), slug);
      assert.ok(page.text.includes(`the status ${String(status)}`), slug);
      const [, advice = ''] = /<h2>What to do<\/h2>\n<p>(.*)<\/p>/.exec(page.text) ?? [];
      assert.match(advice, /^[A-Z].{10,}\.$/, slug);
      assert.doesNotMatch(advice, /`/, slug);
    }
  });

  it('lets nothing run or load on its pages but their style', async () => {
    const page = await service.fetch('/reference/payload-too-large', AS_BROWSER);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /^default-src 'none'; .*require-trusted-types-for 'script'; frame-ancestors 'none'$/,
    );
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(page.text, /<script|style=|\son\w+=/);
    const [, style = ''] = /href="([^"]+\.css)"/.exec(page.text) ?? [];
    const { pathname } = new URL(style, `${service.url}/reference/payload-too-large`);
    const css = await service.fetch(pathname);
    assert.deepEqual([css.status, css.headers.get('content-type')], [200, 'text/css; charset=utf-8']);
  });

  it('lists them all, for people and for programs', async () => {
    const page = await service.fetch('/reference/', AS_BROWSER);
    const linked = [...page.text.matchAll(/<a href="([\w-]+)">/g)].map(([, slug]) => slug);
    assert.deepEqual(linked, Object.keys(PROBLEMS));
    const list = JSON.parse((await service.fetch('/reference/')).text) as { slug: string }[];
    assert.deepEqual(
      list.map(({ slug }) => slug),
      Object.keys(PROBLEMS),
    );
  });
});
