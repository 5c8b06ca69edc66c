import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createBackend, type BackendState } from '../../../src/backend/index.ts';
import { redisState } from '../../../src/backend/redis.ts';
import { sqlState } from '../../../src/backend/sql.ts';
import { grantRequest, withNewVideos } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { offerLoad, steadyWaves, type AskedSite } from './support/offer-load.ts';
import { connect } from '../../support/stores/postgres-server.ts';
import { REDIS_PACKAGES } from '../../support/stores/redis-server.ts';
import { STORES, type SharedStore } from '../../support/stores/shared-store.ts';

/** Grants at once, and the seconds in which one comes back. */
const BURST = 60;
const SECONDS = 5;

/** Clients of a store, one for each process of a site. */
const CLIENTS = {
  redis: async ({ env }: SharedStore) => {
    const { client, end } = await REDIS_PACKAGES.redis(env['REDIS_URL'] ?? '');
    return { state: redisState(client), end };
  },
  postgres: async ({ process }: SharedStore) => {
    const pool = await connect(process);
    const state = sqlState(async (text, values) => (await pool.query(text, values)).rows);
    return { state, end: () => pool.end() };
  },
};

function siteOf(name: string, states: readonly (BackendState | undefined)[]): AskedSite {
  const service = withNewVideos(new FakeService());
  const { baseUrl, apiKey } = service;
  const servers = states.map((state) =>
    createBackend({
      ...{ baseUrl, apiKey, fetch: service.fetch, basePath: '/vh', authorize: () => true },
      subject: (request) => request.headers.get('cookie'),
      ...(state && { state }),
    }),
  );
  let turn = 0;
  return {
    name,
    grant: async (cookie, idempotencyKey) => {
      const server = servers[turn++ % servers.length];
      const answer = await server?.(grantRequest({ idempotencyKey }, { cookie }));
      return answer?.status ?? 0;
    },
  };
}

for (const name of ['redis', 'postgres'] as const) {
  STORES[name].describe(`four servers on one ${name}, beside one in memory`, () => {
    let store: SharedStore;
    let clients: { state: BackendState; end: () => Promise<void> }[];
    before(async () => {
      store = await STORES[name].start();
      clients = await Promise.all(Array.from({ length: 4 }, () => CLIENTS[name](store)));
    });
    after(async () => {
      await Promise.all(clients.map(({ end }) => end()));
      await store.process.end(store.signals[1]);
    });

    it('give each visitor the grants that one server would give', async () => {
      const sites = [
        siteOf('one', [undefined]),
        siteOf(
          'four',
          clients.map(({ state }) => state),
        ),
      ];
      const load = { burst: BURST + 12, perWave: 4, every: 1, seconds: SECONDS };
      const visitors = ['ann', 'bob', 'eve'];
      const results = await offerLoad(
        sites,
        visitors.flatMap((visitor) => steadyWaves(visitor, load)),
      );
      for (const [site, byVisitor] of results) {
        for (const [visitor, { granted, refused, late, first, last }] of byVisitor) {
          // A grant a second comes back between the first wave and the last; each wave takes its time.
          const least = BURST + Math.floor((last[0] - first[1]) / 1000);
          const most = BURST + Math.ceil((last[1] - first[0]) / 1000);
          const says = `${visitor} at ${site}: ${String(granted)} granted, ${String(refused)} refused, ${String(late)} late`;
          assert.ok(
            granted + late >= least && granted <= most,
            `${says}: not ${String(least)} to ${String(most)}`,
          );
        }
      }
    });
  });
}
