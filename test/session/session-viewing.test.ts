import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { vhFormat } from '../../src/session/formats/vh-format.ts';
import { observationOf } from '../../src/session/observe/observation.ts';
import type { ViewingTotals } from '../../src/session/ports/viewing.ts';
import { begin } from './support/begin-session.ts';
import { readMetadata, readReferrer } from '../../src/session/session.ts';

interface Body {
  events: { seq: number; type: string }[];
  totals: ViewingTotals;
}

describe('Session with the format vh', () => {
  it('reports the start, a stall and the watched time, numbered without gaps', async () => {
    const collector = 'https://own.example';
    const { media, session, world } = begin({
      collector: undefined,
      targets: [{ collector, format: vhFormat }],
      observation: observationOf(),
    });
    const play = async (from: number, ms: number) => {
      for (let passed = 0; passed < ms; passed += 50) {
        media.currentTime = from + passed / 1000;
        await world.pass(50);
      }
      media.currentTime = from + ms / 1000;
    };
    media.load();
    media.play();
    await play(0, 2_000);
    await world.pass(1_000);
    await play(2, 2_000);
    session.close();
    await world.pass(1_000);
    const bodies = world.posts.map(({ url, body }) => {
      assert.equal(url, `${collector}/events`);
      return JSON.parse(body) as Body;
    });
    const events = bodies.flatMap((body) => body.events);
    assert.deepEqual(
      events.map(({ seq }) => seq),
      events.map((_, index) => index),
    );
    const types = events.map(({ type }) => type).sort((a, b) => a.localeCompare(b));
    assert.deepEqual(types, [
      ...['first-frame', 'intent', 'leave', 'pause', 'play', 'ready', 'rebuffer.begin', 'rebuffer.end'],
    ]);
    const totals = bodies.at(-1)?.totals;
    assert.equal(totals?.rebufferCount, 1);
    assert.ok(Math.abs(totals.rebufferDuration - 1_000) <= 100, String(totals.rebufferDuration));
    assert.ok(Math.abs(totals.watchTime - 4_000) <= 100, String(totals.watchTime));
  });
});

describe('readReferrer', () => {
  it('keeps the origin, and nothing that may reveal more', () => {
    assert.equal(readReferrer('https://u:p@site.example:8443/a/b?token=1#c'), 'https://site.example:8443');
    assert.equal(readReferrer('http://site.example'), 'http://site.example');
  });

  it('is empty for anything that is not a page of the web', () => {
    for (const odd of [
      '',
      'about:client',
      'javascript:alert(1)',
      'data:text/html,x',
      'android-app://x',
      '//x',
      'x',
    ]) {
      assert.equal(readReferrer(odd), '', odd);
    }
  });
});

describe('readMetadata', () => {
  it('keeps every pair, hostile names included, and none that is no text or number', () => {
    const metadata = JSON.parse('{"__proto__":"x","constructor":"y","user":7,"no":{}}') as object;
    assert.equal(
      JSON.stringify(readMetadata({ ...metadata })),
      '{"__proto__":"x","constructor":"y","user":"7"}',
    );
  });

  it('stops below its bound', () => {
    const kept = readMetadata({ a: 'x'.repeat(8000), b: 'y'.repeat(8000), c: 'z' });
    assert.deepEqual(Object.keys(kept), ['a']);
  });
});
