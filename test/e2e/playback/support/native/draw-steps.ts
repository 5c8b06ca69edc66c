import { seededRandom } from '../../../../support/seeded-random.ts';

/**
 * Draws what is done to a media element, as one text: `src=mp4` sets an attribute, `-loop` removes one, `.volume=0.5` sets a
 * property, `play()` calls, `remove` and `insert` act on the document, `tick` waits for a task, `settle` until the element has
 * done all that it does by itself.
 */
export function drawSteps(seed: number): string {
  const random = seededRandom(seed);
  const pick = (...items: string[]): string => items[Math.floor(random() * items.length)] ?? '';
  const maybe = (chance: number, step: string): string[] => (random() < chance ? [step] : []);
  const source = pick('mp4', 'hls', 'mp4', 'hls', 'gone.mp4', 'gone.m3u8');
  const steps = [
    ...maybe(0.8, 'muted='),
    ...maybe(0.2, 'loop='),
    ...maybe(0.5, `preload=${pick('metadata', 'auto', 'none')}`),
    ...maybe(0.1, 'autoplay='),
    ...maybe(0.5, 'without-controls='),
    ...maybe(0.75, `src=${source}`),
    'insert',
    ...maybe(0.5, 'settle'),
  ];
  const moves = 4 + Math.floor(random() * 5);
  for (let move = 0; move < moves; move++) {
    if (!steps.some((step) => /src=/.test(step)) && random() < 0.5) steps.push(`src=${source}`);
    steps.push(drawStep(random, pick), ...maybe(0.2, 'tick'), ...maybe(0.45, 'settle'));
  }
  return [...steps, 'settle'].join(' ');
}

function drawStep(random: () => number, pick: (...items: string[]) => string): string {
  const place = pick('1', '2.5', '0', '3.2', '1000000', '-1');
  const kinds: [weight: number, step: () => string][] = [
    [5, () => 'play()'],
    [3, () => 'pause()'],
    [1, () => 'load()'],
    [5, () => `.currentTime=${place}`],
    [3, () => `.playbackRate=${pick('2', '0.5', '1', '1.5', '100')}`],
    [1, () => `.defaultPlaybackRate=${pick('1.5', '1')}`],
    [2, () => `.volume=${pick('0.3', '1', '0', '2')}`],
    [2, () => `.muted=${pick('true', 'false')}`],
    [1, () => `.defaultMuted=${pick('true', 'false')}`],
    [1, () => `.loop=${pick('true', 'false')}`],
    [1, () => pick('loop=', '-loop')],
    [1, () => `.preload=${pick('"auto"', '"metadata"', '"none"', '"rubbish"')}`],
    [1, () => `preload=${pick('auto', 'metadata', 'none')}`],
    [1, () => pick('.autoplay=true', '.autoplay=false', 'autoplay=', '-autoplay')],
    [1, () => `.src="${pick('mp4', 'hls', 'gone.mp4', 'mp4', 'hls')}"`],
    [1, () => `src=${pick('mp4', 'hls', 'gone.m3u8', 'mp4', 'hls')}`],
    [1, () => 'remove'],
    [1, () => 'remove tick insert'],
    [1, () => 'remove settle insert'],
  ];
  let left = random() * kinds.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, step] of kinds) if ((left -= weight) < 0) return step();
  return 'tick';
}
