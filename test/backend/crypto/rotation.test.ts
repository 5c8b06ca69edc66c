import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createBackend, verifyWebhook, type Backend } from '../../../src/backend/index.ts';
import { EmbedSigner } from '../../../src/backend/embed/embed-signer.ts';
import { SiteSecret } from '../../../src/backend/crypto/site-secret.ts';
import { bodyOf, grantRequest } from '../../support/backend/ask-grant.ts';
import { eventually } from '../../support/eventually.ts';
import { HookReceiver, type Received } from '../../support/sandbox/hook-receiver.ts';
import { basic, formOf, request, SandboxUnderTest, textOf } from '../../support/sandbox/sandbox.ts';
import { sha256, seededBytes } from '../../support/sandbox/sandbox-bytes.ts';
import { until } from '../../support/until.ts';

const VISITORS = 8;
const PARTS = 6;
const PART = 1_000;
/** The address of the service, wherever the sandbox listens after its restart. */
const SERVICE = 'http://service.test';

/** Asks until there is an answer: a service that restarts has none for a moment. */
function again<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await ask().catch(() => undefined);
    return answer && answer.status < 500 ? answer : undefined;
  });
}

/** A site whose secrets change while its visitors upload. */
class RotatingSite {
  readonly sandbox: SandboxUnderTest;
  key = 'the-key-number-one';
  #backend: Backend | undefined;
  /** The service takes none of the tokens that it has issued; false again once a key was exchanged. */
  hasEndedTokens = false;
  /** Visitors that wait for the next secret. */
  sent = 0;

  static async start(): Promise<RotatingSite> {
    const options = { apiKey: 'the-key-number-one', packaging: false, limits: { partBytes: 1 } };
    return new RotatingSite(await SandboxUnderTest.start(options));
  }

  private constructor(sandbox: SandboxUnderTest) {
    this.sandbox = sandbox;
  }

  get backend(): Backend {
    assert.ok(this.#backend);
    return this.#backend;
  }

  /** As a new process of the site, which knows nothing of the one before it. */
  restart(claimSecret: string | string[]): void {
    this.#backend = createBackend({
      baseUrl: SERVICE,
      apiKey: () => this.key,
      claimSecret,
      basePath: '/vh',
      authorize: () => true,
      fetch: async (input, init) => {
        const { href } = new URL(input instanceof Request ? input.url : input);
        const isExchange = href.endsWith('/auth/api-key');
        if (this.hasEndedTokens && !isExchange) return new Response('{}', { status: 401 });
        const answer = await fetch(href.replace(SERVICE, this.sandbox.url), init);
        if (isExchange && answer.ok) this.hasEndedTokens = false;
        return answer;
      },
      onError: () => undefined,
    });
  }

  /** Uploads a video in parts, renewing the grant before each. */
  async upload(visitor: number): Promise<void> {
    const bytes = seededBytes(PARTS * PART, visitor);
    const first = await this.#grant({ idempotencyKey: `visitor-${String(visitor)}-0123456789` });
    let { claim } = first;
    for (let part = 1; part <= PARTS; part++) {
      const grant = await this.#grant({ action: 'refresh', videoId: first.videoId, claim });
      assert.equal(grant.videoId, first.videoId);
      claim = grant.claim;
      const piece = formOf(bytes.subarray((part - 1) * PART, part * PART), { videoId: grant.videoId });
      // The sandbox has another port after its restart.
      const target = () => `${this.sandbox.url}/upload?token=${grant.token}`;
      const headers = { 'content-range': `part ${String(part)}/${String(PARTS)}` };
      const { status } = await again(() =>
        request('POST', target(), { authorization: false, headers, form: piece }),
      );
      assert.equal(status, 201);
      this.sent++;
    }
    const source = await fetch(`${this.sandbox.url}/videos/${first.videoId}/source`, {
      headers: { authorization: basic(this.key) },
    });
    assert.equal(sha256(new Uint8Array(await source.arrayBuffer())), sha256(bytes));
  }

  async #grant(body: Record<string, unknown>): Promise<{ token: string; videoId: string; claim: string }> {
    const answer = await again(() => this.backend(grantRequest(body)));
    const text = await answer.text();
    assert.ok(answer.ok, `${String(answer.status)} ${text}`);
    return JSON.parse(text) as { token: string; videoId: string; claim: string };
  }
}

describe('secrets that are replaced while visitors upload', () => {
  let site: RotatingSite;
  before(async () => {
    site = await RotatingSite.start();
  });
  after(() => site.sandbox.end());

  const uploads = () => Promise.all(Array.from({ length: VISITORS }, (_, visitor) => site.upload(visitor)));
  const halfway = (done: number) => until(() => site.sent >= done);

  it('a list of claim secrets breaks no upload over a restart, and a secret that is taken out counts no more', async () => {
    site.restart('one');
    const loss = uploads();
    const old = await bodyOf(await site.backend(grantRequest()));
    await halfway(VISITORS);
    site.restart(['two', 'one']);
    await halfway(3 * VISITORS);
    site.restart(['three', 'two', 'one']);
    await loss;
    const refresh = { action: 'refresh', videoId: old['videoId'], claim: old['claim'] };
    assert.equal((await site.backend(grantRequest(refresh))).status, 201);
    site.restart(['three', 'two']);
    assert.equal((await site.backend(grantRequest(refresh))).status, 403);
  });

  it('a signed address of an embed opens for as long as its secret is in the list', async () => {
    const about = { kind: 'video', id: 'vi1' } as const;
    const signerOf = (secrets: string | string[]) =>
      new EmbedSigner(new SiteSecret(() => Promise.resolve(secrets)));
    const { expires, signature } = await signerOf('one').sign(about, 60);
    const address = new URLSearchParams({ expires: String(expires), signature });
    assert.equal(await signerOf(['two', 'one']).verify(about, address), 'valid');
    assert.equal(await signerOf(['three', 'two']).verify(about, address), 'invalid');
  });

  it('a new API key breaks no upload, and the old one counts no more', async () => {
    site.restart('one');
    site.sent = 0;
    const loss = uploads();
    await halfway(2 * VISITORS);
    site.key = 'the-key-number-two';
    await site.sandbox.close();
    await site.sandbox.open({ apiKey: 'the-key-number-two' });
    await loss;
    const refused = await site.sandbox.ask('POST', '/auth/api-key', {
      json: { apiKey: 'the-key-number-one' },
    });
    assert.equal(refused.status, 400);
    // A server that has a token needs the key only when that one, and the one that renews it, have ended.
    site.hasEndedTokens = true;
    assert.equal((await site.backend(grantRequest())).status, 201);
  });
});

describe('a webhook that is replaced', () => {
  it('loses no event, if the new one is there first, and takes nothing by another secret', async () => {
    const hooks = await HookReceiver.start();
    const sandbox = await SandboxUnderTest.start({ packaging: false });
    try {
      const hook = async () =>
        (
          await sandbox.ask('POST', '/webhooks', {
            json: { events: ['live-stream.broadcast.started'], url: hooks.url },
          })
        ).body;
      const old = await hook();
      const { body } = await sandbox.ask('POST', '/live-streams', { json: { name: 'Live' } });
      const source = `/live-streams/${textOf(body, 'liveStreamId')}/_synthetic`;
      const broadcast = async (wanted: number) => {
        await sandbox.ask('POST', source);
        await hooks.count(wanted);
        await sandbox.ask('DELETE', source);
      };
      await broadcast(1);
      const fresh = await hook();
      await broadcast(3);
      await sandbox.ask('DELETE', `/webhooks/${textOf(old, 'webhookId')}`);
      await broadcast(4);
      const { received } = hooks;
      const secrets = [old, fresh].map((one) => textOf(one, 'signatureSecret'));
      const read = (one: Received, accepted: string[]) =>
        verifyWebhook(
          new Request(hooks.url, {
            method: 'POST',
            headers: { 'x-api-video-signature': one.header('X-Api-Video-Signature') ?? '' },
            body: one.body,
          }),
          accepted,
        );
      const events = await Promise.all(received.map((one) => read(one, secrets)));
      assert.equal(new Set(events.map(({ emittedAt }) => emittedAt.getTime())).size, 3);
      const [first] = received;
      assert.ok(first);
      await assert.rejects(read(first, secrets.slice(1)), { code: 'webhook-refused' });
    } finally {
      await sandbox.end();
      hooks.stop();
    }
  });
});
