import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { vhFormat } from '../../../src/session/formats/vh-format.ts';
import type { EventBatch } from '../../../src/session/ports/event-format.ts';
import type { Viewing, ViewingEvent, ViewingFact } from '../../../src/session/ports/viewing.ts';
import { schemaFaults, type Schema } from '../../support/json-schema.ts';
import { inRepository } from '../../support/repository.ts';
import { BEGUN, SimulatedViewing } from '../support/simulated-viewing.ts';

const schema = JSON.parse(readFileSync(inRepository('docs/session-events.schema.json'), 'utf8')) as Schema & {
  $defs: { event: { oneOf: (Schema & { title: string; examples: object[] })[] } };
};
const forms = schema.$defs.event.oneOf;

const viewing: Viewing = {
  id: '019b76da-a800-7c3e-9d35-2f0a4b1c6e7d',
  kind: 'video',
  mediaId: 'vi4blUQJFrYWbaG44NChkH27',
  begunAt: BEGUN.wall,
  begunBy: 'intent',
  referrer: 'https://site.example',
  metadata: { user: 'u1' },
};

const batch = (change: Partial<EventBatch> = {}): EventBatch => ({
  viewing,
  events: [],
  totals: new SimulatedViewing().sums,
  dropped: 0,
  sessionId: undefined,
  sentAt: BEGUN.wall + 10_000,
  ...change,
});

const faults = (change?: Partial<EventBatch>) =>
  schemaFaults(JSON.parse(vhFormat.body(batch(change))), schema);

/** One of each: a type without its line does not compile. */
const each: Record<ViewingFact['type'], ViewingFact> = {
  'ready': { type: 'ready', at: 0 },
  'intent': { type: 'intent', by: 'autoplay', at: 0 },
  'first-frame': { type: 'first-frame', startup: 412, at: 0.04 },
  'play': { type: 'play', at: 0 },
  'resume': { type: 'resume', at: 1 },
  'pause': { type: 'pause', at: 1 },
  'end': { type: 'end', at: 60 },
  'seek.forward': { type: 'seek.forward', from: 1, to: 2.5 },
  'seek.backward': { type: 'seek.backward', from: 2.5, to: 1 },
  'rebuffer.begin': { type: 'rebuffer.begin', at: 1 },
  'rebuffer.end': { type: 'rebuffer.end', lasted: 250, at: 1 },
  'rendition': { type: 'rendition', width: 640, height: 360, bitrate: 800_000, at: 1 },
  'rate': { type: 'rate', rate: 1.5, at: 1 },
  'volume': { type: 'volume', volume: 0.5, muted: true, at: 1 },
  'captions': { type: 'captions', language: null, at: 1 },
  'fullscreen': { type: 'fullscreen', on: true, at: 1 },
  'picture-in-picture': { type: 'picture-in-picture', on: false, at: 1 },
  'visible': { type: 'visible', on: false, at: 1 },
  'error': { type: 'error', code: 'media-network', at: 1 },
  'failure': { type: 'failure', code: 'media-network', at: 1 },
  'recovered': { type: 'recovered', lasted: 4_000, at: 1 },
  'leave': { type: 'leave', at: 1 },
};

describe('the format vh', () => {
  it('has a form and an example for each type of event, and for no other', () => {
    assert.deepEqual(
      forms.map(({ title }) => title).sort((a, b) => a.localeCompare(b)),
      Object.keys(each).sort((a, b) => a.localeCompare(b)),
    );
    for (const { title, examples } of forms) {
      assert.equal(examples.length, 1, title);
      assert.deepEqual(schemaFaults(examples[0], schema.$defs.event, schema), [], title);
    }
  });

  it('writes each event as the schema has it', () => {
    const events = Object.values(each).map((fact, seq): ViewingEvent => ({
      seq,
      emittedAt: BEGUN.wall + seq,
      ...fact,
    }));
    assert.deepEqual(faults({ events, dropped: 3 }), []);
    const wire = JSON.parse(vhFormat.body(batch({ events, dropped: 3 }))) as {
      dropped: number;
      events: object[];
    };
    assert.equal(wire.dropped, 3);
    assert.deepEqual(wire.events[2], {
      seq: 2,
      type: 'first-frame',
      emittedAt: '2026-01-01T00:00:00.002Z',
      startup: 412,
      at: 0.04,
    });
  });

  it('writes a first frame without a startup as the schema has it', () => {
    const frame: ViewingEvent = { seq: 0, emittedAt: BEGUN.wall, type: 'first-frame', at: 0 };
    assert.deepEqual(faults({ events: [frame] }), []);
  });

  it('writes a whole viewing as the schema has it, and each body of it', () => {
    const viewing = SimulatedViewing.playing();
    viewing.report({ type: 'rendition', width: 640, height: 360, bitrate: 800_000 });
    viewing.report({ type: 'look', scale: 1.5, latency: 2.5, dropped: 1, total: 30 });
    viewing.pass(2_000).starve(1_234).pass(2_000).seek(30).pass(1_000).outage(5_000).pass(500);
    viewing.pause().report({ type: 'leave' });
    const { events } = viewing;
    const { sums: totals } = viewing;
    for (let size = 1; size <= events.length; size++)
      assert.deepEqual(faults({ events: events.slice(0, size), totals }), []);
    assert.ok(totals.latency !== undefined && totals.upscale === 1);
  });

  it('is refused by the schema when it is wrong', () => {
    const right = JSON.parse(
      vhFormat.body(batch({ events: [{ seq: 0, emittedAt: 0, type: 'play', at: 1 }] })),
    ) as {
      events: object[];
    };
    assert.deepEqual(schemaFaults(right, schema), []);
    for (const wrong of [
      { ...right, schema: 'vh-events/2' },
      { ...right, sentAt: '10 o’clock' },
      { ...right, dropped: 0 },
      { ...right, totals: {} },
      { ...right, viewing: { ...viewing, begunAt: 0 } },
      { ...right, events: [{ ...right.events[0], at: '1' }] },
      { ...right, events: [{ ...right.events[0], from: 1 }] },
      { ...right, events: [{ ...right.events[0], type: 'plays' }] },
    ])
      assert.notDeepEqual(schemaFaults(wrong, schema), [], JSON.stringify(wrong));
  });

  it('goes to the collector as plain text, and reads what it answers', () => {
    assert.equal(
      vhFormat.address('https://site.example/collect/', viewing),
      'https://site.example/collect/events',
    );
    assert.match(vhFormat.contentType, /^text\/plain/);
    assert.deepEqual(vhFormat.read('{"keepsOnce":true}'), { keepsOnce: true });
    for (const odd of ['', 'null', '[]', '{"keepsOnce":1}', '<html>'])
      assert.deepEqual(vhFormat.read(odd), { keepsOnce: false });
  });
});
