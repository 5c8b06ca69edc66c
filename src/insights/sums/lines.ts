import type { Audience } from './audience.ts';

/** Lines that are kept apart: beyond, a name is as good as none. */
const MAX_LINES = 4096;

/** What a line is made of. */
interface Sums {
  readonly audience: Audience;
  merge(other: this): void;
}

/** Sums by name. */
export class Lines<Name, Line extends Sums> {
  readonly #lines = new Map<Name, Line>();
  readonly #create: () => Line;
  #rest: Line | undefined;

  constructor(create: () => Line) {
    this.#create = create;
  }

  /** The sums of a name; of one that is unknown, or for which there is no room, those of the rest. */
  of(name: Name | undefined): Line {
    const known = name === undefined ? undefined : this.#lines.get(name);
    if (known) return known;
    if (name === undefined || this.#lines.size >= MAX_LINES) return (this.#rest ??= this.#create());
    const made = this.#create();
    this.#lines.set(name, made);
    return made;
  }

  merge(other: Lines<Name, Line>): void {
    for (const [name, line] of other.#lines) this.of(name).merge(line);
    if (other.#rest) this.of(undefined).merge(other.#rest);
  }

  /**
   * Lines with enough people, and the others together as one without a name. If those are too few, the smallest line that
   * could be shown goes to them: else the difference to the sum would tell what they hide.
   */
  shown(smallestAudience: number): { name: Name | undefined; line: Line }[] {
    const all = [...this.#lines].sort(([, one], [, other]) => one.audience.size - other.audience.size);
    const rest = this.#create();
    if (this.#rest) rest.merge(this.#rest);
    const shown: { name: Name | undefined; line: Line }[] = [];
    for (const [name, line] of all) {
      const [size, hidden] = [line.audience.size, rest.audience.size];
      if (size < smallestAudience || (hidden > 0 && hidden < smallestAudience)) rest.merge(line);
      else shown.push({ name, line });
    }
    if (rest.audience.size > 0 && rest.audience.size >= smallestAudience)
      shown.push({ name: undefined, line: rest });
    return shown;
  }
}
