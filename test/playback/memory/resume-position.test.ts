import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  PositionMemory,
  keepPosition,
  resumePosition,
} from '../../../src/playback/memory/resume-position.ts';
import type { StreamPreferences } from '../../../src/playback/stream/stream-preferences.ts';
import { sourceOfAddresses, type PlaybackSource } from '../../../src/playback/source/playback-source.ts';

class FakeMedia extends EventTarget {
  currentTime = 0;
  duration = 100;
  readyState = 4;

  at(seconds: number, type = 'timeupdate'): void {
    this.currentTime = seconds;
    this.dispatchEvent(new Event(type));
  }
}

function memoryOn(items = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  return { items, memory: new PositionMemory(() => storage) };
}

const source: PlaybackSource = { ...sourceOfAddresses([]), id: 'a' };
const page = new EventTarget();
const on = { quality: 'auto', resumes: true } as const;

describe('PositionMemory', () => {
  it('keeps the last fifty videos, each once', () => {
    const { memory, items } = memoryOn();
    for (let at = 0; at < 60; at++) memory.write(`v${at}`, 20 + at);
    memory.write('v30', 99.7);
    assert.equal(memory.read('v9'), undefined);
    assert.equal(memory.read('v10'), 30);
    assert.equal(memory.read('v30'), 99);
    assert.equal((JSON.parse(items.get('vh-positions') ?? '') as unknown[]).length, 50);
    memory.write('v30', undefined);
    assert.equal(memory.read('v30'), undefined);
  });

  it('believes nothing that cannot be, and survives denied storage', () => {
    for (const text of [
      '',
      'null',
      '{}',
      '[1]',
      '[["a"]]',
      '[["a",-1]]',
      '[["a","5"]]',
      '[["a",null]]',
      '[[5,5]]',
    ])
      assert.equal(memoryOn(new Map([['vh-positions', text]])).memory.read('a'), undefined, text);
    const denied = new PositionMemory(() => {
      throw new DOMException('No', 'SecurityError');
    });
    denied.write('a', 20);
    assert.equal(denied.read('a'), undefined);
  });
});

describe('a video that was begun on an earlier visit', () => {
  it('resumes there, unless the page sets a start or the video is nearly over', () => {
    const { memory } = memoryOn();
    memory.write('a', 60);
    const begin = (more: Partial<PlaybackSource>, startTime = 0, resumes = true) =>
      resumePosition({ ...source, ...more }, startTime, { ...on, resumes }, memory);
    assert.equal(begin({}), 60);
    assert.equal(begin({ duration: 100 }), 60);
    assert.equal(begin({ duration: 61 }), 0);
    assert.equal(begin({}, 5), 5);
    assert.equal(begin({}, 0, false), 0);
    assert.equal(begin({ kind: 'live-stream' }), 0);
    assert.equal(begin({ id: 'other' }), 0);
    assert.equal(begin({ id: undefined }), 0);
  });

  it('is remembered from ten seconds to nearly its end, once it plays', () => {
    const { memory } = memoryOn();
    memory.write('a', 60);
    const media = new FakeMedia();
    const life = new AbortController();
    keepPosition(Object(media) as HTMLMediaElement, source, on, {
      ...{ signal: life.signal, memory, page },
    });
    media.at(0);
    assert.equal(memory.read('a'), 60, 'its clock has not come there yet');
    media.at(60, 'playing');
    media.at(66);
    assert.equal(memory.read('a'), 66);
    media.at(68);
    assert.equal(memory.read('a'), 66, 'not at every moment');
    media.at(69, 'pause');
    assert.equal(memory.read('a'), 69);
    media.at(4, 'seeked');
    assert.equal(memory.read('a'), undefined);
    media.at(50, 'seeked');
    media.at(96);
    assert.equal(memory.read('a'), undefined);
    media.at(50, 'seeked');
    media.currentTime = 51;
    page.dispatchEvent(new Event('pagehide'));
    assert.equal(memory.read('a'), 51);
    memory.write('a', undefined);
    life.abort();
    media.at(50, 'seeked');
    assert.equal(memory.read('a'), undefined);
  });

  it('is remembered for its visitor alone, also where the visitor changes meanwhile', () => {
    const { memory } = memoryOn();
    const media = new FakeMedia();
    const preferences: StreamPreferences = { ...on, subject: 'ada' };
    const { signal } = new AbortController();
    keepPosition(Object(media) as HTMLMediaElement, source, preferences, { signal, memory, page });
    media.at(50, 'playing');
    preferences.subject = 'ben';
    media.at(60);
    const begin = (subject?: string) => resumePosition(source, 0, { ...on, subject }, memory);
    assert.deepEqual([begin('ada'), begin('ben'), begin('a for ada'), begin()], [60, 0, 0, 0]);
  });

  it('is not remembered when it has no end, or the page wants none of it', () => {
    const { memory } = memoryOn();
    const media = new FakeMedia();
    const preferences = { quality: 'auto' as const, resumes: false };
    const { signal } = new AbortController();
    keepPosition(Object(media) as HTMLMediaElement, source, preferences, { signal, memory, page });
    media.at(50, 'playing');
    media.at(55);
    assert.equal(memory.read('a'), undefined);
    preferences.resumes = true;
    media.duration = Infinity;
    media.at(65);
    assert.equal(memory.read('a'), undefined);
    media.duration = 100;
    media.at(75);
    assert.equal(memory.read('a'), 75);
  });
});
