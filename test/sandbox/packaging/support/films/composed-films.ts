import type { Dice } from '../../../../support/seeded.ts';
import type { Composition } from './compose-film.ts';
import type { PictureShape, SoundShape } from './compose-tracks.ts';
import { samplePicture, sampleSound } from './sample-tracks.ts';

/** Films that break what cuts them in all the ways that were ever seen; the dice decide how long their frames last. */
export async function composedFilms(dice: Dice): Promise<Composition[]> {
  const h264 = await samplePicture('sandbox/h264-aac.mp4');
  const hevc = await samplePicture('inspect/hevc.mp4');
  const av1 = await samplePicture('inspect/av1.mp4');
  const vp9 = await samplePicture('sandbox/vp9-opus.webm');
  const aac = await sampleSound('sandbox/h264-aac.mp4');
  const opus = await sampleSound('sandbox/vp9-opus.webm');

  const film = (
    name: string,
    format: Composition['format'],
    picture: PictureShape | undefined,
    ...sounds: readonly SoundShape[]
  ): Composition => ({
    name,
    format,
    pictures: picture ? [[h264, picture]] : [],
    sounds: sounds.map((sound) => [aac, sound]),
  });
  const bitRate = (mbits: number) => (mbits * 1_000_000) / 8;
  const of = (seconds: number) => ({ seconds });
  const uneven = unevenTimes(dice, 300);

  return [
    film('1 Mbit/s, 20 s', 'mp4', { seconds: 20, bytesPerSecond: bitRate(1) }, of(20)),
    film('60 Mbit/s', 'mp4', { seconds: 5, bytesPerSecond: bitRate(60) }, of(5)),
    film('1 s', 'mp4', of(1), of(1)),
    film('5 min', 'mp4', { seconds: 300, rate: 10 }, of(300)),
    film('one key frame in 60 s, MKV', 'mkv', { seconds: 60, hasOneKey: true }, of(60)),
    film('open GOPs, fragments', 'fragments', { seconds: 20, hasOpenGops: true }, of(20)),
    film('no sound', 'mp4', of(8)),
    film('no picture', 'mp4', undefined, of(14)),
    film('sound 8 s longer', 'mp4', of(10), of(18)),
    film('sound 6 s shorter', 'mp4', of(14), of(8)),
    film('sound 3 s later', 'mkv', of(12), { seconds: 9, from: 3 }),
    film('picture 2 s later', 'mp4', { seconds: 10, from: 2 }, of(12)),
    film('variable frame rate, MOV', 'mov', { seconds: 12, timeOf: uneven }, of(12)),
    { ...film('no length, no index, and a clock that began earlier', 'live', of(10), of(10)), clock: 40 },
    {
      ...film('six tracks', 'mp4', of(10), of(10), of(10), of(9), of(8)),
      pictures: [
        [h264, of(10)],
        [vp9, of(10)],
      ],
    },
    { ...film('TS whose clock overflows', 'ts', of(12), of(12)), clock: 95_437 },
    { ...film('HEVC', 'mp4', undefined, of(8)), pictures: [[hevc, of(8)]] },
    { ...film('AV1', 'mp4', undefined, of(8)), pictures: [[av1, of(8)]] },
    {
      name: 'VP9 and Opus, WebM',
      format: 'webm',
      pictures: [[vp9, of(12)]],
      sounds: [[opus, of(12)]],
    },
  ];
}

/**
 * Frames of 10 to 120 milliseconds; the same for the same place. The last ones are even: MP4 keeps the distances in the
 * order of decoding, so that how long the last picture is shown would be anybody's guess.
 */
function unevenTimes(dice: Dice, count: number): (place: number) => number {
  const times = [0];
  for (let at = 1; at <= count; at++) {
    const milliseconds = at < count - 10 ? 10 + dice.below(111) : 40;
    times.push((times[at - 1] ?? 0) + milliseconds / 1000);
  }
  return (place) => times[place] ?? 0;
}
