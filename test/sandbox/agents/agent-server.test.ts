import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inRepository } from '../../support/repository.ts';
import { Agent } from '../../support/sandbox/agent.ts';

interface Listed {
  tools: {
    name: string;
    description: string;
    inputSchema: { type: string; properties: Record<string, unknown>; required: string[] };
  }[];
}

describe('the server of tools, as a protocol', () => {
  let agent: Agent;
  before(() => {
    agent = new Agent(inRepository('.'));
  });
  after(() => agent.end());

  it('agrees on the version that the client asks for, or says its own', async () => {
    const versionFor = async (protocolVersion: string) =>
      (await agent.ask('initialize', { protocolVersion, capabilities: {} })).result?.['protocolVersion'];
    assert.equal(await versionFor('2024-11-05'), '2024-11-05');
    assert.equal(await versionFor('2025-06-18'), '2025-06-18');
    assert.equal(await versionFor('1999-01-01'), '2025-11-25');
  });

  it('says who it is, and that it has tools', async () => {
    const { result, jsonrpc } = await agent.ask('initialize', { protocolVersion: '2025-06-18' });
    assert.equal(jsonrpc, '2.0');
    assert.deepEqual(result?.['capabilities'], { tools: {} });
    assert.match(
      JSON.stringify(result['serverInfo']),
      /^\{"name":"vh-elements","version":"\d+\.\d+\.\d+"\}$/,
    );
    assert.match(String(result['instructions']), /agents\.md/);
  });

  it('describes each tool once, and each of its arguments', async () => {
    const { tools = [] } = (await agent.ask<Listed>('tools/list')).result ?? {};
    assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
    assert.ok(tools.length >= 14);
    for (const { name, description, inputSchema } of tools) {
      assert.match(name, /^[a-z_]+$/);
      assert.ok(description.length > 10, name);
      assert.equal(inputSchema.type, 'object');
      for (const required of inputSchema.required) assert.ok(inputSchema.properties[required], name);
    }
  });

  it('answers a ping, and says nothing to a notification', async () => {
    agent.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    agent.write('{"jsonrpc":"2.0","method":"notifications/nobody-knows","params":{}}');
    agent.write('{"jsonrpc":"2.0","id":"ours","result":{}}');
    const before = agent.stdout.split('\n').length;
    assert.deepEqual((await agent.ask('ping')).result, {});
    assert.equal(agent.stdout.split('\n').length, before + 1);
  });

  const refusals: [string, string, number][] = [
    ['what is no JSON', '{"jsonrpc":', -32_700],
    ['several messages at once', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
    ['a text', '"ping"', -32_600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
    ['params that are a text', '{"jsonrpc":"2.0","id":7,"method":"ping","params":"a"}', -32_600],
  ];
  for (const [what, line, code] of refusals) {
    it(`refuses ${what}, and goes on`, async () => {
      agent.write(line);
      assert.equal((await agent.answerTo(null)).error?.code, code);
      assert.deepEqual((await agent.ask('ping')).result, {});
    });
  }

  it('names a method and a tool that it does not have', async () => {
    const { error } = await agent.ask('resources/list');
    assert.equal(error?.code, -32_601);
    const called = await agent.ask('tools/call', { name: 'format_disk', arguments: {} });
    assert.equal(called.error?.code, -32_602);
    assert.match(called.error.message, /format_disk/);
    assert.equal((await agent.ask('tools/call', { name: '__proto__' })).error?.code, -32_602);
  });

  it('tells an agent what is wrong with its arguments', async () => {
    const wordsFor = async (name: string, given: Readonly<Record<string, unknown>>) => {
      const { isError, content } = await agent.call(name, given);
      assert.equal(isError, true);
      return content[0]?.text ?? '';
    };
    assert.equal(await wordsFor('upload_film', {}), 'file is missing.');
    assert.equal(await wordsFor('upload_film', { file: 7 }), 'file must be of type string.');
    assert.match(
      await wordsFor('start_sandbox', { prot: 8080 }),
      /^prot is not known; there are: port, folder\.$/,
    );
    assert.match(await wordsFor('add_faults', { preset: 'rain' }), /must be one of slow-line, offline/);
    assert.match(await wordsFor('clear_faults', { constructor: 1 }), /constructor is not known/);
    const { result } = await agent.ask('tools/call', { name: 'clear_faults', arguments: [1] });
    assert.equal(result?.['isError'], true);
  });

  it('asks for a sandbox where there is none yet', async () => {
    await assert.rejects(agent.use('read_requests'), /call start_sandbox or connect_sandbox/);
    await assert.rejects(
      agent.use('connect_sandbox', { url: 'http://127.0.0.1:9', apiKey: 'key' }),
      /At http:\/\/127\.0\.0\.1:9 no sandbox answers/,
    );
  });

  it('keeps the answer to itself of what was cancelled', async () => {
    agent.write(
      '{"jsonrpc":"2.0","id":"late","method":"tools/call","params":{"name":"search_docs","arguments":{"question":"captions"}}}',
    );
    agent.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"late"}}');
    await agent.use('search_docs', { question: 'captions' });
    await agent.ask('ping');
    assert.doesNotMatch(agent.stdout, /"late"/);
  });
});
