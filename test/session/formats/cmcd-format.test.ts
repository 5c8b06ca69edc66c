import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validateCmcdEvents } from '@svta/cml-cmcd';
import { cmcdFormat } from '../../../src/session/formats/cmcd-format.ts';
import { begin } from '../support/begin-session.ts';
import type { Viewing, ViewingEvent, ViewingFact } from '../../../src/session/ports/viewing.ts';

const viewing: Viewing = {
  ...{ id: '0198c0de-0000-7000-8000-000000000000', kind: 'video', mediaId: 'vi1', begunAt: 1_000 },
  ...{ begunBy: 'intent', referrer: '', metadata: {} },
};
const totals = {
  ...{ exitBeforeStart: false, failed: false, watchTime: 0, watched: [] },
  ...{ rebufferCount: 0, rebufferDuration: 0, seekCount: 0 },
};
const facts: readonly ViewingFact[] = [
  { type: 'intent', by: 'viewer', at: 0 },
  { type: 'ready', at: 0 },
  { type: 'first-frame', startup: 321.4, at: 0 },
  { type: 'play', at: 0 },
  { type: 'rebuffer.begin', at: 1.5 },
  { type: 'rebuffer.end', lasted: 2_000, at: 1.5 },
  { type: 'seek.forward', from: 2, to: 10 },
  { type: 'pause', at: 10 },
  { type: 'rendition', width: 320, height: 180, bitrate: 800_000, at: 10 },
  { type: 'rate', rate: 1, at: 10 },
  { type: 'volume', volume: 1, muted: true, at: 10 },
  { type: 'captions', language: null, at: 10 },
  { type: 'fullscreen', on: true, at: 10 },
  { type: 'picture-in-picture', on: true, at: 10 },
  { type: 'visible', on: true, at: 10 },
  { type: 'error', code: 'media-network', at: 10 },
  { type: 'failure', code: 'media-decode', at: 10 },
  { type: 'recovered', lasted: 4_000, at: 10 },
  { type: 'end', at: 10 },
  { type: 'leave', at: 10 },
];

describe('Session events as CMCD', () => {
  it('are lines that the reference library takes, one an event, with its number, time and viewing', () => {
    const events = facts.map((fact, seq): ViewingEvent => ({ seq, emittedAt: 1_000 + seq, ...fact }));
    const body = cmcdFormat.body({
      viewing,
      events,
      totals,
      dropped: 0,
      sessionId: undefined,
      sentAt: 2_000,
    });
    const { valid, issues, data } = validateCmcdEvents(body);
    assert.ok(valid, JSON.stringify(issues));
    const lines: readonly Partial<Record<string, unknown>>[] = data;
    assert.equal(lines.length, facts.length);
    lines.forEach(({ sid, sn, ts, v }, seq) =>
      assert.deepEqual({ sid, sn, ts, v }, { sid: viewing.id, sn: seq, ts: 1_000 + seq, v: 2 }),
    );
    const words = lines.map(({ e, sta, cen }) => [e, sta ?? cen].filter(Boolean).join(' '));
    assert.deepEqual(words, [
      ...['ps s', 'ce ready', 'ps p', 'ps p', 'ps r', 'ps p', 'ps k', 'ps a', 'bc', 'pr', 'm', 'ce captions'],
      ...['pe', 'ce picture-in-picture', 'b', 'e', 'ps f', 'ps p', 'ps e', 'ps q'],
    ]);
    assert.deepEqual([lines[2]?.['msd'], lines[6]?.['pt'], lines[14]?.['bg']], [321, 10_000, false]);
  });

  it('go to the collector of that name, as a body without preflight', () => {
    assert.equal(cmcdFormat.address('https://c.example/collect/', viewing), 'https://c.example/collect/cmcd');
    assert.match(cmcdFormat.contentType, /^text\/plain/);
  });

  it('make no delivery without a line, which a collector refuses', async () => {
    const bodies: string[] = [];
    const send = ({ body }: { body: string }) => {
      bodies.push(body);
      return Promise.resolve({ kind: 'taken', answer: undefined } as const);
    };
    const { media, world } = begin({
      collector: undefined,
      targets: [{ collector: 'https://c.example', format: cmcdFormat, send }],
    });
    media.load();
    media.play();
    // The player delivers every ten seconds while the media play.
    await world.pass(35_000);
    media.pause();
    await world.pass(0);
    assert.ok(!bodies.includes(''), `${String(bodies.length)} deliveries`);
    assert.match(bodies.at(-1) ?? '', /sta=a/);
  });
});
