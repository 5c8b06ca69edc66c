/** Ends of lines. To `loose` readers, Windows' own that was converted twice is one end, and no empty line behind another. */
const LINE_ENDS = { strict: /\r?\n|\r/g, loose: /\r?\r?\n|\r/g } as const;

/** Reads a text line by line, without cutting all of it up first: files may have millions of lines. */
export class LineReader {
  readonly #text: string;
  readonly #lineEnd: RegExp;
  readonly #empty = /[\r\n]+/y;
  /** Where the next line begins. */
  at = 0;

  constructor(text: string, lineEnds: keyof typeof LINE_ENDS) {
    this.#text = text;
    this.#lineEnd = LINE_ENDS[lineEnds];
  }

  /** True when there is no next line. */
  get hasEnded(): boolean {
    return this.at >= this.#text.length;
  }

  /** Goes past empty lines, however many there are. */
  skipEmpty(): void {
    this.#empty.lastIndex = this.at;
    if (this.#empty.test(this.#text)) this.at = this.#empty.lastIndex;
  }

  /** The next line; an empty one at the end. */
  next(): string {
    this.#lineEnd.lastIndex = this.at;
    const end = this.#lineEnd.exec(this.#text);
    const line = this.#text.slice(this.at, end?.index);
    this.at = end ? this.#lineEnd.lastIndex : this.#text.length;
    return line;
  }
}
