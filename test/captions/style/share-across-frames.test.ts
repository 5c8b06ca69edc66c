import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaptionStyleMemory } from '../../../src/captions/style/caption-style-memory.ts';
import {
  readOrigins,
  shareAcrossFrames,
  type Neighbour,
} from '../../../src/captions/style/share-across-frames.ts';

const PAGE = 'https://page.example';
const FRAME = 'https://video.example';

/** A window of an origin. Browsers deliver a message only to the origin that it is for. */
class FakeWindow extends EventTarget {
  readonly origin: string;
  readonly heard: unknown[] = [];
  around: FakeWindow[] = [];

  constructor(origin: string) {
    super();
    this.origin = origin;
  }

  /** What another window posts to this one. */
  receive(data: unknown, target: string, from: FakeWindow): void {
    if (target !== this.origin) return;
    this.heard.push(data);
    const source = this.portTo(from);
    this.dispatchEvent(Object.assign(new Event('message'), { data, origin: from.origin, source }));
  }

  readonly #ports = new Map<FakeWindow, Neighbour['window']>();

  /** That window, as this one sees it. */
  portTo(other: FakeWindow): Neighbour['window'] {
    const known = this.#ports.get(other);
    if (known) return known;
    const postMessage = (data: unknown, target: unknown) => other.receive(data, String(target), this);
    const port = { postMessage };
    this.#ports.set(other, port);
    return port;
  }

  open(origins: string[], style = {}): { memory: CaptionStyleMemory; kept: string[]; life: AbortController } {
    const kept: string[] = [];
    const life = new AbortController();
    const storage = {
      getItem: () => JSON.stringify(style),
      setItem: (_key: string, value: string) => void kept.push(value),
      removeItem: () => void kept.push(''),
    };
    const memory = new CaptionStyleMemory({ storage: () => storage, tabs: new EventTarget() });
    const neighbours = (named: readonly string[]) =>
      this.around.flatMap((other) => named.map((origin) => ({ window: this.portTo(other), origin })));
    shareAcrossFrames(memory, { origins, environment: { messages: this, neighbours } }, life.signal);
    return { memory, kept, life };
  }
}

function pair(frameOrigin = FRAME) {
  const [page, frame] = [new FakeWindow(PAGE), new FakeWindow(frameOrigin)];
  page.around = [frame];
  frame.around = [page];
  return { page, frame };
}

describe('the style of captions in frames', () => {
  it('is the same on both sides at once, and stored where it was chosen', () => {
    const { page, frame } = pair();
    const [one, other] = [page.open([FRAME]), frame.open([PAGE])];
    one.memory.change({ size: 2 });
    assert.deepEqual(other.memory.store.state, { size: 2 });
    other.memory.change({ color: '#ffff00' });
    assert.deepEqual(one.memory.store.state, { size: 2, color: '#ffff00' });
    other.memory.replace({});
    assert.deepEqual(one.memory.store.state, {});
    assert.deepEqual([one.kept.length, other.kept.length], [1, 2]);
  });

  it('reaches a frame without a style, in either order of start', () => {
    for (const isPageFirst of [true, false]) {
      const { page, frame } = pair();
      const first = isPageFirst ? page.open([FRAME], { size: 2 }) : undefined;
      const second = frame.open([PAGE]);
      const late = first ?? page.open([FRAME], { size: 2 });
      assert.deepEqual(second.memory.store.state, { size: 2 });
      assert.deepEqual(late.memory.store.state, { size: 2 });
    }
  });

  it('does not replace an earlier choice until the viewer chooses again', () => {
    const { page, frame } = pair();
    const one = page.open([FRAME], { size: 2 });
    const other = frame.open([PAGE], { size: 3 });
    assert.deepEqual([one.memory.store.state, other.memory.store.state], [{ size: 2 }, { size: 3 }]);
    one.memory.change({ font: 'serif' });
    assert.deepEqual(other.memory.store.state, { size: 2, font: 'serif' });
  });

  it('is sent to named origins only, and accepted from them only', () => {
    const { page, frame } = pair('https://evil.example');
    const one = page.open([FRAME], { size: 2 });
    const other = frame.open([PAGE]);
    one.memory.change({ size: 3 });
    other.memory.change({ size: 1.5 });
    assert.deepEqual(frame.heard, []);
    assert.deepEqual([one.memory.store.state, other.memory.store.state], [{ size: 3 }, { size: 1.5 }]);
  });

  it('is taken of neighbours alone, also from a named origin', () => {
    const { page } = pair();
    const { memory } = page.open([FRAME]);
    const stranger = new FakeWindow(FRAME);
    page.receive({ about: 'vh-caption-style', type: 'change', style: { size: 2 } }, PAGE, stranger);
    assert.deepEqual(memory.store.state, {});
  });

  it('contains only a style', () => {
    const { page, frame } = pair();
    const { memory } = page.open([FRAME]);
    const about = 'vh-caption-style';
    for (const data of [
      ...[
        null,
        'x',
        7,
        [],
        {},
        { about },
        { about, type: 'change' },
        { about, type: 'odd', style: { size: 2 } },
      ],
      { about, type: 'change', style: { color: 'url(//evil)', size: '9', font: {} } },
    ])
      page.receive(data, PAGE, frame);
    assert.deepEqual(memory.store.state, {});
  });

  it('ends', () => {
    const { page, frame } = pair();
    const one = page.open([FRAME]);
    const other = frame.open([PAGE]);
    other.life.abort();
    one.memory.change({ size: 2 });
    assert.deepEqual(other.memory.store.state, {});
  });
});

describe('readOrigins', () => {
  it('takes whole origins, and never all', () => {
    assert.deepEqual(readOrigins('https://a.example  http://b.example:8080'), [
      'https://a.example',
      'http://b.example:8080',
    ]);
    assert.deepEqual(readOrigins(['*', 'null', 'a.example', 'https://a.example/x', 'data:,', '']), []);
  });
});
