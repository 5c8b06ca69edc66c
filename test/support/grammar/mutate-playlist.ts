/** Playlists of every kind, small: hostile ones are made of them. */
const SEEDS = [
  `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A",DEFAULT=YES,URI="apart/audio.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="S",LANGUAGE="en",URI="s.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=240000,RESOLUTION=320x180,CODECS="avc1.4d400d,mp4a.40.2",FRAME-RATE=25
180p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=110000,RESOLUTION=160x90,CODECS="avc1.4d400d,mp4a.40.2"
90p.m3u8
`,
  `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="180p/init_1.mp4"
#EXTINF:2.000000,
180p/0.m4s
#EXTINF:2.000000,
180p/1.m4s
#EXT-X-ENDLIST
`,
  `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.2,CAN-SKIP-UNTIL=12
#EXT-X-PART-INF:PART-TARGET=0.4
#EXT-X-MEDIA-SEQUENCE:100
#EXT-X-DISCONTINUITY-SEQUENCE:1
#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x00000000000000000000000000000001
#EXT-X-MAP:URI="180p/init_1.mp4",BYTERANGE="1369@0"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
#EXT-X-DATERANGE:ID="x",START-DATE="2026-01-01T00:00:00Z",X-A="b"
#EXTINF:2,
180p/0.m4s
#EXT-X-PART:DURATION=0.4,URI="180p/1.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="180p/2.m4s"
`,
] as const;

const NUMBERS = [
  '0',
  '-1',
  '1e308',
  'NaN',
  '9007199254740993',
  '0x',
  '.',
  '',
  '1'.repeat(400),
  '4294967296',
  '-0.0',
];
const WORDS = [
  ...[
    'javascript:hit=1',
    'data:text/html,<script>hit=1</script>',
    '//',
    'https://',
    '../'.repeat(200),
    '\u0000',
    '\u2028',
  ],
  ...[
    '"',
    '=',
    ',',
    '\\',
    '<script>hit=1</script>',
    '__proto__',
    'constructor',
    '{$x}',
    'blob:x',
    '%',
    '%00',
    '@',
    '😀',
  ],
];
const TAGS = [
  ...[
    'DISCONTINUITY',
    'ENDLIST',
    'GAP',
    'BYTERANGE:99999999@0',
    'KEY:METHOD=SAMPLE-AES,URI="skd://x"',
    'START:TIME-OFFSET=-1e9',
  ],
  ...[
    'DEFINE:NAME="x",VALUE="{$x}"',
    'SKIP:SKIPPED-SEGMENTS=4294967295',
    'MEDIA-SEQUENCE:99999999999',
    'TARGETDURATION:0',
  ],
  ...[
    'CONTENT-STEERING:SERVER-URI="/"',
    'SESSION-DATA:DATA-ID="a",VALUE="b"',
    'I-FRAME-STREAM-INF:BANDWIDTH=1,URI="x"',
  ],
];

/** A playlist in which a few things are not as they should be; up to `largest` characters. */
export function mutatePlaylist(
  random: () => number,
  largest = 100_000,
  kind?: 'multivariant' | 'media',
): string {
  const below = (bound: number) => Math.floor(random() * bound);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const from = kind === 'multivariant' ? 0 : kind === 'media' ? 1 + below(2) : below(SEEDS.length);
  let lines = (SEEDS[from] ?? '').split('\n');
  const times = 1 + below(4);
  for (let time = 0; time < times; time++) {
    const at = below(lines.length);
    const line = lines[at] ?? '';
    const place = below(line.length + 1);
    const put = (text: string) => (lines[at] = line.slice(0, place) + text + line.slice(place));
    const many = 1 + below(largest / 4);
    switch (below(12)) {
      case 0:
        lines.splice(at, 1);
        break;
      case 1:
        lines.splice(at, 0, pick(lines));
        break;
      case 2:
        lines[at] = line.replace(/\d[\d.]*/, pick(NUMBERS));
        break;
      case 3:
        put(pick(WORDS));
        break;
      case 4:
        lines.splice(at, 0, `#EXT-X-${pick(TAGS)}`);
        break;
      case 5:
        lines[at] = line.replace(/"[^"]*"/, () => `"${pick(WORDS)}"`);
        break;
      case 6:
        put(pick(['A', '"', ',', '=', ' ', 'A=', '-', '0', 'A,', ',A="']).repeat(many / 4));
        break;
      case 7:
        lines = lines.concat(Array.from({ length: Math.min(4_000, many / 40) }, () => line));
        break;
      case 8:
        lines[at] = line.slice(0, place);
        break;
      case 9:
        put(String.fromCharCode(...Array.from({ length: 20 }, () => below(0xffff))));
        break;
      case 10:
        lines.sort(() => random() - 0.5);
        break;
      default:
        lines[at] = line.replace(pick(['=', ':', ',', '\n', '#']), pick(WORDS));
    }
  }
  return lines.join(pick(['\n', '\n', '\n', '\r\n', '\r'])).slice(0, largest);
}
