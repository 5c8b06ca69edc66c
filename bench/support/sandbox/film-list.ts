import type { Dice } from '../../../test/support/seeded.ts';
import { film, FilmInputs, later, type FilmPlan } from './film-plan.ts';

const AAC = '-c:a aac -b:a 96k';
const OPUS = '-c:a libopus -b:a 64k';
const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p';
const USUAL = `${H264} -b:v 1M ${AAC}`;
const OPEN = `${H264} -b:v 1M -g 50 -x264-params open-gop=1:b-adapt=0:bframes=3 ${AAC}`;
const HEVC = '-c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params log-level=none:keyint=50';
const AV1 = '-c:v libsvtav1 -preset 12 -g 50 -pix_fmt yuv420p';
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 300k';
const VP8 = '-c:v libvpx -deadline realtime -cpu-used 8 -b:v 300k';
const COPY = '-map 0 -c copy';
const FRAGMENTS = '-movflags frag_keyframe+empty_moov+default_base_moof';
const BARE_FRAGMENTS = '-movflags empty_moov+default_base_moof+skip_trailer -frag_duration 500000';

/** Forty films; the dice decide their contents. */
export function filmList(dice: Dice): FilmPlan[] {
  const inputs = new FilmInputs(dice);
  return [...lengthsAndRates(inputs), ...timings(inputs), ...containers(inputs), ...encodings(inputs)];
}

function lengthsAndRates(of: FilmInputs): FilmPlan[] {
  const cheap = [of.still('320x180', 10, 60), of.tone(60)];
  const rare = [of.still('320x180', 10, 50), of.tone(50)];
  const small = [of.still('426x240', 25, 15), of.tone(15)];
  const bits = (rate: string) => `${H264} -b:v ${rate} ${AAC}`;
  return [
    film('H.264, 1 Mbit/s, 20 s', 'mp4', [of.picture('640x360', 25, 20), of.noise(20)], USUAL),
    film('0.2 Mbit/s', 'mp4', small, `${bits('100k')} -maxrate 150k -bufsize 300k`),
    film('14 Mbit/s, 720p', 'mp4', [of.picture('1280x720', 30, 12, 60), of.noise(12)], bits('14M')),
    film('14 Mbit/s, 90p', 'mp4', [of.picture('160x90', 30, 12, 60), of.noise(12)], bits('14M')),
    film('60 Mbit/s, 1080p', 'mp4', [of.picture('1920x1080', 25, 6, 90), of.noise(6)], bits('60M -g 25')),
    film('1 s', 'mp4', [of.picture('640x360', 25, 1), of.noise(1)], USUAL),
    film('30 min', 'mp4', cheap, bits('100k -g 20'), `-stream_loop 29 ${COPY}`),
    film('30 min, key frames 25 s apart, MKV', 'mkv', rare, bits('100k -g 250'), `-stream_loop 35 ${COPY}`),
    film(
      ...(['one key frame in 60 s', 'mp4', [of.picture('320x180', 15, 60), of.noise(60)]] as const),
      bits('500k -g 9999 -keyint_min 9999 -sc_threshold 0'),
    ),
    film('open GOPs', 'mp4', [of.picture('640x360', 25, 20), of.noise(20)], OPEN),
    film('open GOPs, TS', 'ts', [of.picture('640x360', 25, 20), of.noise(20)], OPEN),
  ];
}

function timings(of: FilmInputs): FilmPlan[] {
  const picture = (seconds: number) => of.picture('640x360', 25, seconds);
  const small = (seconds: number) => of.picture('320x180', 25, seconds);
  const random = `-vf select='lt(random(${of.seed()}),0.55)+eq(n,0)' -vsync vfr`;
  const held = `-vf select='lt(t,5)+gt(t,12)' -vsync vfr`;
  const cut = [picture(12), of.noise(12)];
  return [
    film('no sound', 'mp4', [picture(8)], `${H264} -b:v 1M`),
    film('no picture', 'm4a', [of.noise(14)], AAC),
    film('sound 0.3 s longer', 'mp4', [picture(10), of.noise(10.3)], USUAL),
    film('sound 8 s longer', 'mp4', [picture(10), of.noise(18)], USUAL),
    film('sound 6 s shorter', 'mp4', [picture(14), of.noise(8)], USUAL),
    film('sound 4 s shorter, VP9, MP4', 'mp4', [small(10), of.noise(6)], `${VP9} ${OPUS}`),
    film('sound 3 s later', 'mp4', [picture(12), later(3, of.noise(9))], USUAL),
    film('sound 3 s later, WebM', 'webm', [small(12), later(3, of.noise(9))], `${VP9} ${OPUS}`),
    film('picture 2 s later', 'mp4', [later(2, picture(10)), of.noise(12)], USUAL),
    film('variable frame rate', 'mp4', [of.picture('640x360', 30, 12), of.noise(12)], `${random} ${USUAL}`),
    film('a picture held for 7 s, MKV', 'mkv', [picture(20), of.noise(20)], `${held} ${USUAL}`),
    {
      ...film('cut between key frames, MOV', 'mov', cut, `${USUAL} -g 100`, `-ss 2.52 ${COPY}`),
      hasPreRoll: true,
    },
  ];
}

function containers(of: FilmInputs): FilmPlan[] {
  const both = (seconds: number) => [of.picture('640x360', 25, seconds), of.noise(seconds)];
  const six = [...both(10), ...[1, 2, 3, 4].map(() => of.tone(10))];
  const four = [of.picture('640x360', 25, 10), of.picture('320x180', 25, 10), of.noise(10), of.tone(10)];
  const cover = [...both(8), of.still('300x300', 1, 1)];
  const coverWords = '-c:v:1 mjpeg -pix_fmt:v:1 yuvj420p -frames:v:1 1 -disposition:v:1 attached_pic';
  return [
    film('fragments', 'mp4', both(12), `${USUAL} -g 50 ${FRAGMENTS}`),
    film('fragments of 0.5 s without an index', 'mp4', both(12), `${USUAL} -g 75 ${BARE_FRAGMENTS}`),
    film('six tracks', 'mp4', six, `-map 0 -map 1 -map 2 -map 3 -map 4 -map 5 ${USUAL}`),
    film('two pictures, two sounds, MKV', 'mkv', four, `-map 0 -map 1 -map 2 -map 3 ${USUAL}`),
    film('a cover beside the picture', 'mp4', cover, `-map 0 -map 1 -map 2 ${USUAL} ${coverWords}`),
    film('upright, MOV', 'mov', both(8), USUAL, `${COPY} -metadata:s:v rotate=90`),
    film('MP3, MKV without cues or length', 'mkv', both(10), `${H264} -b:v 1M -c:a libmp3lame -live 1`),
    film('TS whose clock overflows', 'ts', both(12), `${USUAL} -bf 2 -output_ts_offset 95437`),
    {
      ...film('PCM sound, MOV', 'mov', both(6), `${H264} -b:v 1M -c:a pcm_s16le`),
      obstacle: /PCM/,
    },
  ];
}

function encodings(of: FilmInputs): FilmPlan[] {
  const both = (seconds: number) => [of.picture('640x360', 25, seconds), of.noise(seconds)];
  const small = (seconds: number) => [of.picture('320x180', 25, seconds), of.noise(seconds)];
  const fast = [of.picture('640x360', 60, 9), of.noise(9, 44_100)];
  const bFrames = `-c:v libx264 -preset veryfast -bf 4 -b:v 2M -pix_fmt yuv420p ${AAC}`;
  return [
    film('60/s with B-frames, MOV', 'mov', fast, bFrames),
    film('HEVC', 'mp4', both(8), `${HEVC} -tag:v hvc1 ${AAC}`),
    film('HEVC, open GOPs, MKV', 'mkv', both(8), `${HEVC}:open-gop=1:bframes=4 ${AAC}`),
    film('HEVC, TS', 'ts', both(8), `${HEVC} ${AAC}`),
    film('AV1', 'mp4', small(8), `${AV1} ${AAC}`),
    film('AV1 and Opus, WebM', 'webm', small(8), `${AV1} ${OPUS}`),
    film('VP9 and Opus, WebM', 'webm', small(12), `${VP9} ${OPUS}`),
    { ...film('VP8 and Vorbis, WebM', 'webm', small(6), `${VP8} -c:a libvorbis`), obstacle: /VP8/ },
  ];
}
