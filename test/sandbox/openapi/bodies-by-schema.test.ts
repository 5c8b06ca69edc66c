import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { rounds } from '../../support/division.ts';
import { schemaFaults, type Schema } from '../../support/json-schema.ts';
import { rollDice } from '../../support/seeded.ts';
import { readContract } from '../../support/sandbox/answers-in-contract.ts';
import { SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';

const RESTREAM = { name: 'Elsewhere', serverUrl: 'rtmp://127.0.0.1/app', streamKey: 'key' };

/** Values that some member somewhere takes, and others that look like them. */
const VALUES: readonly unknown[] = [
  ...['a text', '', ' ', 'n'.repeat(100), 'n'.repeat(101), '😀'.repeat(100), 'u'.repeat(2049)],
  ...['#fff', '#ffff0', 'rgba(255, 255, 255, .95)', 'RGB(1,2,3)', 'rgba(256, 0, 0, 1)', 'red; x: y'],
  ...['http://127.0.0.1:9/', 'HTTPS://hooks.example/in', 'ftp://127.0.0.1/', 'http:'],
  ...['00:00:01.500', '00:00:61', '12', '12345678'],
  ...[0, 1, -1, 1.5, 2_147_483_647, 2_147_483_648, true, false, null, [], {}],
  ...[['a'], ['a', 1], [null], ['session.ended'], ['session.ended', 'none']],
  [{ key: 'by', value: 'Ann' }],
  [{ key: 'by' }],
  [{ key: 'by', value: 1 }],
  { startTimecode: '00:00:01', endTimecode: 3 },
  { startTimecode: '1:2:3' },
  { endTimecode: -1 },
  { id: 'none', left: '10px', opacity: '50%' },
  { id: 'none', left: '10em' },
  { left: '10px' },
  { id: 5 },
  [RESTREAM],
  [{ ...RESTREAM, streamKey: 5 }],
  [{ name: 'Elsewhere' }],
];

/** Members whose values the service looks at beyond their form: what they lead to, or how they go together. */
const LOOKED_INTO = ['source', 'clip', 'watermark', 'restreams', 'url', 'name'];

describe('bodies by the OpenAPI document', () => {
  const { paths } = readContract();
  const bodies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody, security }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema && !security ? [{ method: method.toUpperCase(), path, schema }] : [];
    }),
  );
  let sandbox: SandboxUnderTest;
  const ids: Record<string, string> = { language: 'en' };
  before(async () => {
    sandbox = await SandboxUnderTest.start({ packaging: false });
    const made = async (where: string, json: object, name: string) =>
      (ids[name] = textOf((await sandbox.ask('POST', where, { json })).body, name));
    const videoId = await made('/videos', { title: 'A video' }, 'videoId');
    await made('/live-streams', { name: 'Live' }, 'liveStreamId');
    await made('/players', {}, 'playerId');
    const form = new FormData();
    form.append('file', new Blob(['WEBVTT\n']), 'en.vtt');
    await sandbox.ask('POST', `/videos/${videoId}/captions/en`, { form });
  });
  after(() => sandbox.end());

  /** The members of a body that are faulty by its schema, read by another reader than the service's own. */
  const faultyBySchema = (json: Record<string, unknown>, schema: Schema) => {
    const members = schemaFaults(json, schema).map(
      (fault) => /^\$\.?(?:: has no )?(\w+)/.exec(fault)?.[1] ?? fault,
    );
    return [...new Set(members)].sort();
  };

  it('are refused for the members that do not fit its schemas, and for no others', async () => {
    assert.equal(bodies.length, 10);
    const dice = rollDice();
    let refusals = 0;
    for (let round = 0; round < rounds(1500, 300); round++) {
      const { method, path, schema } = dice.pick(bodies);
      const members = Object.keys(schema['properties'] as object);
      const json = Object.fromEntries(
        members.flatMap((name) =>
          dice.below(members.length) < 2 ? [[name, dice.pick(VALUES)] as const] : [],
        ),
      );
      const where = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
      const answer = await sandbox.ask(method, where, { json });
      const said = `${method} ${path} ${JSON.stringify(json).slice(0, 400)} ${answer.text.slice(0, 400)}`;
      const faulty = faultyBySchema(json, schema);
      if (answer.status < 300) {
        assert.deepEqual(faulty, [], said);
        continue;
      }
      if (['webhook-limit-reached', 'resource-not-found'].includes(slugOf(answer))) {
        assert.deepEqual(faulty, [], said);
        continue;
      }
      assert.equal(answer.status, 400, said);
      const { problems = [] } = JSON.parse(answer.text) as { problems?: { name?: string }[] };
      const refused = problems.map(({ name = '' }) => name.split('[')[0] ?? '');
      for (const name of faulty) assert.ok(refused.includes(name), `${name}: ${said}`);
      for (const name of refused)
        assert.ok(faulty.includes(name) || LOOKED_INTO.includes(name), `${name}: ${said}`);
      refusals += 1;
    }
    assert.ok(refusals > 20);
  });
});
