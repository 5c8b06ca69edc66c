import type { FilmPlan } from '../../sandbox/film-plan.ts';
import { NUMBER_BITS, NUMBER_ROW } from './film-numbers.ts';

/** One kind of film that is cut: how ffmpeg makes it, and how long it is. */
export interface FilmKind extends FilmPlan {
  seconds: number;
  rate: number;
  /** Bytes of nothing that are put before the samples: their places need 64 bits then. */
  hole?: number;
  /** True where the film can only be put into another container: in a worker, by mediabunny. */
  isOther?: boolean;
  /** True for a film that begins in black. */
  beginsBlack?: boolean;
}

const SECONDS = 4;
const SIZE = '320x180';
const AAC = '-c:a aac -b:a 96k';
const OPUS = '-c:a libopus -b:a 96k';
const H264 = '-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 25 -keyint_min 25 -sc_threshold 0 -crf 23';
const HEVC = '-c:v libx265 -preset ultrafast -tag:v hvc1';
const PQ = '-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv';
const HLG = '-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc -color_range tv';
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 400k -g 40';
const AV1 = '-c:v libsvtav1 -preset 12 -g 40';
const LIGHT = 'master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)';

interface Look {
  rate?: number;
  size?: string;
  seconds?: number;
  /** More filters, after the numbers were drawn. */
  filters?: string;
  /** Arguments before the input of the picture. */
  before?: string;
}

function picture({ rate = 25, size = SIZE, seconds = SECONDS, filters, before }: Look): string[] {
  const cell = (bit: number, isContrary: boolean) =>
    [
      `drawbox=x=${String(bit)}*iw/${String(NUMBER_BITS)}`,
      `y=${isContrary ? String(NUMBER_ROW) : '0'}*ih`,
      `w=iw/${String(NUMBER_BITS)}:h=${String(NUMBER_ROW)}*ih:color=white:t=fill`,
      `enable='eq(mod(floor(n/${String(2 ** bit)}),2),${isContrary ? '0' : '1'})'`,
    ].join(':');
  const cells = Array.from({ length: NUMBER_BITS }, (_cell, bit) => [cell(bit, false), cell(bit, true)]);
  const graph = [
    `testsrc2=size=${size}:rate=${String(rate)}:duration=${String(seconds)}`,
    `drawbox=x=0:y=0:w=iw:h=${String(2 * NUMBER_ROW)}*ih:color=black:t=fill`,
    ...cells.flat(),
    ...(filters === undefined ? [] : [filters]),
  ];
  return [...words(before ?? ''), '-f', 'lavfi', '-i', graph.join(',')];
}

/** Noise: the only sound that is like itself at no other moment. */
function sound(seed: number, { seconds = SECONDS, before = '' } = {}): string[] {
  const noise = `anoisesrc=sample_rate=48000:duration=${String(seconds)}:seed=${String(seed)}:amplitude=0.4`;
  return [...words(before), '-f', 'lavfi', '-i', noise];
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

interface Recipe extends Look {
  name: string;
  extension: string;
  /** Arguments that encode. */
  as: string;
  sounds?: readonly string[][];
  /** Further inputs, as they are. */
  more?: readonly string[];
  /** Arguments of the second step, which takes what the first has made. */
  after?: string;
  hole?: number;
  isOther?: boolean;
  beginsBlack?: boolean;
}

function kind({ name, extension, as, sounds = [sound(7)], more = [], after, ...rest }: Recipe): FilmKind {
  const first = [...picture(rest), ...sounds.flat(), ...more, ...words(as)];
  const { seconds = SECONDS, rate = 25, hole, isOther, beginsBlack } = rest;
  return {
    ...{ name, extension, seconds, rate, steps: after === undefined ? [first] : [first, words(after)] },
    ...{ ...(hole && { hole }), ...(isOther && { isOther }), ...(beginsBlack && { beginsBlack }) },
  };
}

/** A WebVTT file as an address that ffmpeg reads. */
const SUBTITLES = `data:text/vtt;base64,${Buffer.from(
  'WEBVTT\n\n00:00.500 --> 00:01.500\nOne\n\n00:02.000 --> 00:03.500\nTwo\n',
).toString('base64')}`;
const five = (codec: string) =>
  ['-map 0:v', ...[1, 2, 3, 4, 5].map((input) => `-map ${String(input)}:a`), codec].join(' ');
const languages = ['eng', 'deu', 'fra', 'ara', 'jpn'].map(
  (language, at) => `-metadata:s:a:${String(at)} language=${language}`,
);

/** The films that a cut is judged by; each is made anew the same. */
export const filmKinds: readonly FilmKind[] = [
  ...[
    {
      name: 'closed groups, pyramid of B-frames',
      extension: 'mp4',
      as: `${H264} -bf 3 -b_strategy 0 -x264-params b-pyramid=normal ${AAC}`,
    },
    {
      name: 'open groups',
      extension: 'mp4',
      as: `${H264} -bf 3 -b_strategy 0 -x264-params open-gop=1:b-pyramid=normal ${AAC}`,
    },
    { name: 'no B-frames, header last', extension: 'mp4', as: `${H264} -bf 0 -profile:v baseline ${AAC}` },
    { name: 'only the first key frame', extension: 'mp4', as: `${H264} -g 9999 -keyint_min 9999 ${AAC}` },
    {
      name: 'variable rate',
      extension: 'mp4',
      as: `${H264} -vsync vfr -video_track_timescale 90000 ${AAC}`,
      filters: `select='not(mod(n,3)*mod(n,5))+lt(mod(n,11),4)'`,
    },
    {
      name: '1 picture a second',
      extension: 'mp4',
      rate: 1,
      seconds: 12,
      sounds: [sound(7, { seconds: 12 })],
      as: `${H264} -g 4 -keyint_min 4 ${AAC}`,
    },
    { name: '120 pictures a second', extension: 'mp4', rate: 120, as: `${H264} -g 120 ${AAC}` },
    { name: '29.97 pictures a second', extension: 'mp4', rate: 30_000 / 1001, as: `${H264} ${AAC}` },
    {
      name: 'turned by 90',
      extension: 'mp4',
      as: `${H264} ${AAC}`,
      after: '-map 0 -c copy -metadata:s:v:0 rotate=90',
    },
    {
      name: 'turned by 180, mirrored sides',
      extension: 'mov',
      as: `${H264} ${AAC}`,
      after: '-map 0 -c copy -metadata:s:v:0 rotate=180',
    },
    { name: 'stretched (SAR 4:3)', extension: 'mp4', filters: 'setsar=4/3', as: `${H264} ${AAC}` },
    {
      name: 'HEVC, HDR (PQ), 10 bits, open groups',
      extension: 'mp4',
      as: `${HEVC} -pix_fmt yuv420p10le ${PQ} -x265-params log-level=none:keyint=25:open-gop=1:bframes=3:hdr-opt=1:repeat-headers=1:${LIGHT}:max-cll=1000,400 ${AAC}`,
    },
    {
      name: 'HEVC, HDR (HLG), 10 bits',
      extension: 'mov',
      as: `${HEVC} -pix_fmt yuv420p10le ${HLG} -x265-params log-level=none:keyint=25:open-gop=0 ${AAC}`,
    },
    {
      name: 'VP9, HDR (PQ), 10 bits',
      extension: 'mp4',
      as: `${VP9} -pix_fmt yuv420p10le -profile:v 2 ${PQ} ${OPUS}`,
    },
    { name: 'AV1, 10 bits', extension: 'mp4', as: `${AV1} -pix_fmt yuv420p10le ${OPUS}` },
    { name: 'odd size (VP9, 321 × 181)', extension: 'mp4', size: '321x181', as: `${VP9} ${OPUS}` },
    { name: 'MOV, PCM', extension: 'mov', as: `${H264} -bf 2 -c:a pcm_s16le` },
    { name: 'MOV, AAC, time code', extension: 'mov', as: `${H264} -bf 2 -timecode 01:00:00:00 ${AAC}` },
    { name: 'fragments', extension: 'mp4', as: `${H264} -bf 2 -movflags frag_keyframe+empty_moov ${AAC}` },
    {
      name: 'fragments of half a second, open groups',
      extension: 'mp4',
      as: `${H264} -bf 3 -x264-params open-gop=1 -movflags empty_moov+default_base_moof -frag_duration 500000 ${AAC}`,
    },
    { name: 'no sound', extension: 'mp4', sounds: [], as: `${H264} -bf 2` },
    {
      name: 'five sound tracks with languages',
      extension: 'mp4',
      sounds: [11, 12, 13, 14, 15].map((seed) => sound(seed)),
      as: `${five(`${H264} -c:a aac -b:a 96k -c:a:1 libopus -c:a:3 ac3`)} ${languages.join(' ')}`,
    },
    {
      name: 'sound from before the picture (edit in its media)',
      extension: 'mp4',
      sounds: [sound(7, { before: '-itsoffset -0.35' })],
      as: `${H264} -bf 2 ${AAC}`,
    },
    {
      name: 'sound that begins late (empty edit)',
      extension: 'mp4',
      sounds: [sound(7, { before: '-itsoffset 0.73' })],
      as: `${H264} -bf 2 ${AAC}`,
    },
    {
      name: 'a picture that begins late (empty edit)',
      extension: 'mp4',
      before: '-itsoffset 0.4',
      as: `${H264} -bf 2 ${AAC}`,
    },
    { name: 'places beyond 4 GB', extension: 'mp4', as: `${H264} -bf 2 ${AAC}`, hole: 2 ** 32 + 12_345 },
    {
      name: 'captions track',
      extension: 'mp4',
      more: ['-i', SUBTITLES],
      as: `-map 0:v -map 1:a -map 2:s ${H264} -bf 2 ${AAC} -c:s mov_text -metadata:s:s:0 language=deu`,
    },
    {
      name: 'cover art',
      extension: 'mp4',
      more: ['-f', 'lavfi', '-i', 'color=c=red:size=64x64:rate=1:duration=1'],
      as: `-map 0:v -map 1:a -map 2:v ${H264.replace('-c:v ', '-c:v:0 ').replace('-pix_fmt', '-pix_fmt:v:0')} -bf:v:0 2 -c:v:1 mjpeg -disposition:v:1 attached_pic ${AAC}`,
    },
    { name: 'interlaced', extension: 'mp4', as: `${H264} -flags +ildct+ilme -bf 2 ${AAC}` },
    {
      name: 'black at first',
      extension: 'mp4',
      filters: `drawbox=x=0:y=0:w=iw:h=ih:color=black:t=fill:enable='lt(t,1.2)'`,
      beginsBlack: true,
      as: `${H264} ${AAC}`,
    },
  ].map(kind),
  ...[
    {
      name: 'WebM, VP8',
      extension: 'webm',
      as: `-c:v libvpx -deadline realtime -cpu-used 8 -b:v 400k -g 40 ${OPUS}`,
    },
    { name: 'WebM, VP9', extension: 'webm', as: `${VP9} ${OPUS}` },
    { name: 'WebM, AV1', extension: 'webm', as: `${AV1} ${OPUS}` },
    {
      name: 'Matroska, H.264 with open groups, AAC',
      extension: 'mkv',
      as: `${H264} -bf 3 -x264-params open-gop=1 ${AAC}`,
    },
  ].map((recipe) => kind({ ...recipe, isOther: true })),
];
