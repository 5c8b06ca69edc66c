import assert from 'node:assert/strict';

interface Part {
  uri: string;
  seconds: number;
  independent: boolean;
}

interface Segment {
  sequence: number;
  /** Nothing while it is not complete. */
  uri: string | undefined;
  seconds: number;
  startsAt: number | undefined;
  discontinuity: boolean;
  map: string | undefined;
  parts: Part[];
}

/** A live media playlist, read as strictly as its rules are written. */
export interface LivePlaylist {
  targetDuration: number;
  partTarget: number;
  sequence: number;
  discontinuitySequence: number;
  control: Record<string, string>;
  independent: boolean;
  skipped: number;
  segments: Segment[];
  hint: string | undefined;
  ended: boolean;
}

/** Reads a playlist, and asserts all that the rules of low-latency HLS ask of a single one. */
export function parseLivePlaylist(text: string): LivePlaylist {
  const playlist: LivePlaylist = {
    targetDuration: NaN,
    partTarget: NaN,
    sequence: 0,
    discontinuitySequence: 0,
    control: {},
    independent: false,
    skipped: 0,
    segments: [],
    hint: undefined,
    ended: false,
  };
  const lines = text.split('\n');
  assert.equal(lines[0], '#EXTM3U');
  assert.equal(lines.at(-1), '', 'the last line ends');
  let map: string | undefined;
  let open: Segment | undefined;
  let length: number | undefined;
  const current = (): Segment => {
    open ??= {
      sequence: playlist.sequence + playlist.skipped + playlist.segments.length,
      uri: undefined,
      seconds: 0,
      startsAt: undefined,
      discontinuity: false,
      map,
      parts: [],
    };
    return open;
  };
  for (const line of lines.slice(1, -1)) {
    const [, tag = '', value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(line) ?? [];
    if (tag === '') {
      assert.ok(length !== undefined, 'an address follows its length');
      const segment = current();
      Object.assign(segment, { uri: line, seconds: length });
      playlist.segments.push(segment);
      open = undefined;
      length = undefined;
    } else if (tag === 'EXT-X-VERSION') assert.ok(Number(value) >= 9);
    else if (tag === 'EXT-X-TARGETDURATION') playlist.targetDuration = Number(value);
    else if (tag === 'EXT-X-PART-INF') playlist.partTarget = Number(attributes(value)['PART-TARGET']);
    else if (tag === 'EXT-X-SERVER-CONTROL') playlist.control = attributes(value);
    else if (tag === 'EXT-X-MEDIA-SEQUENCE') playlist.sequence = Number(value);
    else if (tag === 'EXT-X-DISCONTINUITY-SEQUENCE') playlist.discontinuitySequence = Number(value);
    else if (tag === 'EXT-X-INDEPENDENT-SEGMENTS') playlist.independent = true;
    else if (tag === 'EXT-X-SKIP') playlist.skipped = Number(attributes(value)['SKIPPED-SEGMENTS']);
    else if (tag === 'EXT-X-MAP') {
      map = attributes(value)['URI'];
      current().map = map;
    } else if (tag === 'EXT-X-DISCONTINUITY') current().discontinuity = true;
    else if (tag === 'EXT-X-PROGRAM-DATE-TIME') current().startsAt = Date.parse(value);
    else if (tag === 'EXTINF') length = Number.parseFloat(value);
    else if (tag === 'EXT-X-ENDLIST') playlist.ended = true;
    else if (tag === 'EXT-X-PRELOAD-HINT') playlist.hint = attributes(value)['URI'];
    else if (tag === 'EXT-X-PART') {
      const { URI = '', DURATION, INDEPENDENT } = attributes(value);
      current().parts.push({ uri: URI, seconds: Number(DURATION), independent: INDEPENDENT === 'YES' });
    } else assert.fail(`an unknown line: ${line}`);
  }
  if (open) playlist.segments.push(open);
  assertRules(playlist);
  return playlist;
}

/** Asserts what the rules ask of two playlists of which one was read after the other. */
export function assertFollows(before: LivePlaylist, after: LivePlaylist): void {
  assert.equal(after.targetDuration, before.targetDuration, 'the target duration never changes');
  assert.ok(after.sequence >= before.sequence, 'the media sequence never goes back');
  assert.ok(after.discontinuitySequence >= before.discontinuitySequence);
  for (const old of before.segments) {
    const now = after.segments.find(({ sequence }) => sequence === old.sequence);
    if (!now) continue;
    if (old.uri !== undefined) assert.equal(now.uri, old.uri);
    assert.equal(now.map, old.map);
    assert.equal(now.startsAt, old.startsAt);
    if (now.parts.length > 0) assert.deepEqual(now.parts.slice(0, old.parts.length), old.parts);
  }
}

function assertRules({
  control,
  targetDuration,
  partTarget,
  segments,
  hint,
  ended,
  independent,
  skipped,
}: LivePlaylist): void {
  assert.ok(Number.isInteger(targetDuration) && partTarget > 0);
  if (!ended) {
    assert.equal(control['CAN-BLOCK-RELOAD'], 'YES');
    assert.ok(Number(control['PART-HOLD-BACK']) >= partTarget * 3, 'PART-HOLD-BACK is three parts at least');
    assert.ok(Number(control['HOLD-BACK']) >= targetDuration * 3);
    assert.ok(Number(control['CAN-SKIP-UNTIL']) >= targetDuration * 6);
    assert.ok(hint, 'the next part is hinted at');
  }
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    assert.ok(segment.startsAt !== undefined, 'every segment has its time of day');
    if (!isLast || ended) assert.ok(segment.uri, 'only the last segment may be incomplete');
    if (index === 0 && skipped === 0) assert.ok(segment.map, 'the first segment has its initialisation');
    assert.ok(Math.round(segment.seconds) <= targetDuration, `a segment of ${segment.seconds} s`);
    const parts = segment.parts.reduce((sum, { seconds }) => sum + seconds, 0);
    if (segment.uri && segment.parts.length > 0) assert.ok(Math.abs(parts - segment.seconds) < 0.001);
    if (independent && segment.parts[0])
      assert.ok(segment.parts[0].independent, 'segments begin with a key frame');
    segment.parts.forEach(({ seconds, uri }, n) => {
      assert.ok(seconds <= partTarget, `a part of ${seconds} s is longer than the target`);
      const isShort = seconds < partTarget * 0.85;
      const mayBeShort = n === segment.parts.length - 1;
      assert.ok(!isShort || mayBeShort, `a part of ${seconds} s in the middle is too short`);
      assert.notEqual(uri, hint, 'what is hinted at is not there yet');
    });
  });
}

function attributes(text: string): Record<string, string> {
  const found = text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g);
  return Object.fromEntries([...found].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}
