import type { Dice } from '../../../test/support/seeded.ts';

/** One film of the bench: how ffmpeg makes it, and what of it is known from the start. */
export interface FilmPlan {
  name: string;
  /** The arguments of ffmpeg; each step after the first takes what the one before has made. */
  steps: readonly (readonly string[])[];
  /** How the file is called at the end. */
  extension: string;
  /** Why the sandbox says that it needs ffmpeg for it; nothing where it needs none. */
  obstacle?: RegExp;
  /** Whether there are pictures before the film's beginning, which no copy can leave out. */
  hasPreRoll?: boolean;
}

/** A plan of inputs and of words, which are arguments with blanks between them. */
export function film(
  name: string,
  extension: string,
  inputs: readonly (readonly string[])[],
  words: string,
  after?: string,
): FilmPlan {
  const first = [...inputs.flat(), ...words.split(' ')];
  return { name, extension, steps: after === undefined ? [first] : [first, after.split(' ')] };
}

/** What films are made of: pictures and sounds that ffmpeg generates, each with a seed from the dice. */
export class FilmInputs {
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** A moving picture with as much noise as its bit rate is to need. */
  picture(size: string, rate: number, seconds: number, noise = 10): string[] {
    const pattern = `testsrc2=size=${size}:rate=${String(rate)}:duration=${String(seconds)}`;
    return graph(`${pattern},noise=alls=${String(noise)}:allf=t:all_seed=${this.seed()}`);
  }

  /** One colour, which costs next to nothing. */
  still(size: string, rate: number, seconds: number): string[] {
    const colour = (0x100000 + this.#dice.below(0xe00000)).toString(16);
    return graph(`color=c=0x${colour}:size=${size}:rate=${String(rate)}:duration=${String(seconds)}`);
  }

  noise(seconds: number, rate = 48_000): string[] {
    const shape = `sample_rate=${String(rate)}:duration=${String(seconds)}`;
    return graph(`anoisesrc=${shape}:seed=${this.seed()}:amplitude=0.3`);
  }

  tone(seconds: number, rate = 44_100): string[] {
    const frequency = String(200 + this.#dice.below(800));
    return graph(`sine=frequency=${frequency}:sample_rate=${String(rate)}:duration=${String(seconds)}`);
  }

  seed(): string {
    return String(1 + this.#dice.below(1_000_000));
  }
}

/** Lets an input begin later. */
export function later(seconds: number, input: readonly string[]): string[] {
  return ['-itsoffset', String(seconds), ...input];
}

function graph(text: string): string[] {
  return ['-f', 'lavfi', '-i', text];
}
