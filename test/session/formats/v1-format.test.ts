import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { v1Format } from '../../../src/session/formats/v1-format.ts';
import type { EventBatch } from '../../../src/session/ports/event-format.ts';
import type { Viewing, ViewingFact } from '../../../src/session/ports/viewing.ts';

const viewing: Viewing = {
  id: '0193-viewing',
  kind: 'video',
  mediaId: 'viABC',
  begunAt: 0,
  begunBy: 'look',
  referrer: '',
  metadata: JSON.parse('{"__proto__":"x","user":"z"}') as Record<string, string>,
};
const batch: EventBatch = {
  viewing,
  events: [{ seq: 7, emittedAt: 1000, type: 'play', at: 1.5 }],
  totals: {
    exitBeforeStart: false,
    failed: false,
    watchTime: 0,
    watched: [],
    rebufferCount: 0,
    rebufferDuration: 0,
    seekCount: 0,
  },
  dropped: 0,
  sessionId: undefined,
  sentAt: 2000,
};

describe('v1Format', () => {
  it('knows the two addresses, with or without a slash at the end of the base', () => {
    assert.equal(v1Format.address('https://h.example/collector', viewing), 'https://h.example/collector/vod');
    const live: Viewing = { ...viewing, kind: 'live-stream' };
    assert.equal(v1Format.address('/collector//', live), '/collector/live');
  });

  it('writes what the first-generation collector reads', () => {
    const body = v1Format.body({ ...batch, dropped: 2, sessionId: 'ps1' });
    assert.equal(
      body,
      '{"emitted_at":"1970-01-01T00:00:02.000Z","session":{"session_id":"ps1","viewing_id":"0193-viewing",' +
        '"video_id":"viABC","loaded_at":"1970-01-01T00:00:00.000Z","referrer":"",' +
        '"metadata":[{"__proto__":"x"},{"user":"z"}]},' +
        '"events":[{"id":"0193-viewing-7","type":"play","at":1.5,"emitted_at":"1970-01-01T00:00:01.000Z"}],' +
        '"dropped":2}',
    );
  });

  it('has a place for its seven types only', () => {
    const facts: ViewingFact[] = [
      { type: 'ready', at: 0 },
      { type: 'intent', by: 'viewer', at: 0 },
      { type: 'seek.forward', from: 0, to: 2 },
      { type: 'rebuffer.begin', at: 2 },
      { type: 'leave', at: 2 },
      { type: 'end', at: 2 },
    ];
    const taken = facts.filter((fact) => v1Format.takes({ seq: 0, emittedAt: 0, ...fact }));
    assert.deepEqual(
      taken.map(({ type }) => type),
      ['ready', 'seek.forward', 'end'],
    );
  });

  it('takes a text for the name of the session, and nothing else', () => {
    assert.deepEqual(v1Format.read('{"session":"ps1"}'), { sessionId: 'ps1', keepsOnce: false });
    assert.deepEqual(v1Format.read('{"session":"ps1","keeps_once":true}'), {
      sessionId: 'ps1',
      keepsOnce: true,
    });
    for (const odd of [
      '',
      '7',
      '"ps1"',
      '{"session":{}}',
      '{"session":null}',
      '{"sess',
      '[{"session":"ps1"}]',
    ]) {
      assert.equal(v1Format.read(odd).sessionId, undefined, odd);
    }
  });
});
