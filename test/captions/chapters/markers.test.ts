import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MarkerWatch } from '../../../src/captions/chapters/marker-watch.ts';
import {
  markerAt,
  markerFrom,
  markerNear,
  toMarkers,
  type Marker,
} from '../../../src/captions/chapters/markers.ts';

const titles = (markers: readonly Marker[]) => markers.map(({ title }) => title);

describe('markers', () => {
  it('are read from what a page wrote: in order, as clean text, without the invalid ones', () => {
    const hostile: unknown[] = [
      { time: 9, title: '  Second\n goal ' },
      { time: 2, title: '<b>First</b>' },
      ...[null, 7, 'x', {}, { time: '3', title: 'A' }, { time: NaN, title: 'A' }, { time: -1, title: 'A' }],
      ...[
        { time: 1, title: ' ' },
        { time: 1, title: 4 },
      ],
    ];
    const markers = toMarkers(hostile as Marker[]);
    assert.deepEqual(titles(markers), ['<b>First</b>', 'Second goal']);
    assert.equal(markers[1]?.written, hostile[0]);
    assert.equal(toMarkers(hostile as Marker[]), markers);
  });

  it('are no more, and no longer, than a viewer can read', () => {
    const many = Array.from({ length: 5_000 }, (_, time) => ({ time, title: 'x'.repeat(5_000) }));
    const markers = toMarkers(many);
    assert.equal(markers.length, 300);
    assert.ok(markers.every(({ title }) => title.length === 200));
    for (const other of [undefined, null, 'list', 7]) assert.deepEqual(toMarkers(other as never), []);
  });

  it('are found by where a viewer is', () => {
    const markers = toMarkers([
      { time: 2, title: 'a' },
      { time: 10, title: 'b' },
    ]);
    assert.equal(markerAt(markers, 1), undefined);
    assert.equal(markerAt(markers, 9.98)?.title, 'b');
    assert.equal(markerNear(markers, 7, 3)?.title, 'b');
    assert.equal(markerNear(markers, 6, 3), undefined);
    assert.equal(markerFrom(markers, 2, 1)?.title, 'b');
    assert.equal(markerFrom(markers, 10, 1), undefined);
    assert.equal(markerFrom(markers, 11, -1)?.title, 'a');
    assert.equal(markerFrom(markers, 2, -1), undefined);
  });
});

/** Media that a test moves by hand. */
class Media extends EventTarget {
  currentTime = 0;
  ended = false;
  paused = false;
  playbackRate = 1;
  seeking = false;
  readonly #played: [number, number][] = [];

  get played(): TimeRanges {
    const at = (index: number) => this.#played[index] ?? [0, 0];
    return {
      length: this.#played.length,
      start: (index) => at(index)[0],
      end: (index) => at(index)[1],
    };
  }

  playTo(seconds: number): void {
    this.#played.push([this.currentTime, seconds]);
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }

  seek(seconds: number): void {
    this.seeking = true;
    this.ended = false;
    this.currentTime = seconds;
    this.dispatchEvent(new Event('seeking'));
    this.dispatchEvent(new Event('timeupdate'));
    this.seeking = false;
    this.dispatchEvent(new Event('timeupdate'));
    this.dispatchEvent(new Event('seeked'));
  }

  end(): void {
    this.paused = this.ended = true;
    this.dispatchEvent(new Event('ended'));
  }
}

describe('a marker that playback comes to', () => {
  const list: readonly Marker[] = [0, 2, 5, 8].map((time) => ({ time, title: `at ${time}` }));
  const watch = (media: Media, markers: () => readonly Marker[] | undefined = () => list, since = 0) => {
    const reported: Marker[] = [];
    new MarkerWatch(media, markers, (marker) => reported.push(marker), since);
    // No timer of a test outlives it.
    const end = () => {
      media.paused = true;
      media.dispatchEvent(new Event('emptied'));
    };
    return { reported, end };
  };

  it('is reported once, in order, with the page’s own object', () => {
    const media = new Media();
    const { reported, end } = watch(media);
    media.playTo(0.2);
    media.playTo(0.4);
    assert.deepEqual(titles(reported), ['at 0']);
    assert.equal(reported[0], list[0]);
    media.playTo(6);
    media.playTo(6.2);
    assert.deepEqual(titles(reported), ['at 0', 'at 2', 'at 5']);
    end();
  });

  it('is not reported by a seek over it, and is reported again at the next pass', () => {
    const media = new Media();
    const { reported, end } = watch(media);
    media.playTo(0.5);
    media.seek(7);
    media.playTo(7.5);
    assert.deepEqual(titles(reported), ['at 0']);
    media.seek(1);
    media.playTo(2.1);
    media.seek(1);
    media.playTo(2.1);
    assert.deepEqual(titles(reported), ['at 0', 'at 2', 'at 2']);
    media.seek(5);
    assert.deepEqual(titles(reported).length, 3);
    media.playTo(5.1);
    assert.equal(titles(reported).at(-1), 'at 5');
    end();
  });

  it('is reported at the very end, too, and once more on replay', () => {
    const media = new Media();
    const { reported } = watch(media);
    media.seek(7);
    media.playTo(8);
    media.end();
    assert.deepEqual(titles(reported), ['at 8']);
    media.dispatchEvent(new Event('pause'));
    media.seek(0);
    media.paused = false;
    media.playTo(0.1);
    assert.deepEqual(titles(reported), ['at 8', 'at 0']);
    media.seek(6);
    media.paused = true;
    media.dispatchEvent(new Event('emptied'));
  });

  it('follows the present list', () => {
    const media = new Media();
    let markers: readonly Marker[] | undefined = list;
    const { reported, end } = watch(media, () => markers);
    media.playTo(0.5);
    markers = undefined;
    media.playTo(2.5);
    markers = [
      { time: 1, title: 'too late' },
      { time: 3, title: 'new' },
    ];
    media.playTo(3.5);
    assert.deepEqual(titles(reported), ['at 0', 'new']);
    end();
  });

  it('is not lost while the code for it is loaded, and not made up for where the list came later', () => {
    const media = new Media();
    media.playTo(2.5);
    assert.deepEqual(titles(watch(media).reported), ['at 0', 'at 2']);
    assert.deepEqual(titles(watch(media, () => list, 1).reported), ['at 2']);
    const sought = new Media();
    sought.seek(4);
    sought.playTo(5.5);
    const { reported, end } = watch(sought);
    assert.deepEqual(titles(reported), ['at 5']);
    end();
    media.paused = true;
    media.dispatchEvent(new Event('emptied'));
  });
});
