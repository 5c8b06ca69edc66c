/** What an element offers to a page, as the package's manifest says. */
export interface Face {
  readonly tag: string;
  /** The name of its React component. */
  readonly className: string;
  readonly summary: string;
  readonly attributes: readonly AttributeFace[];
  /** Those that take any content: others have elements of a kind in them. */
  readonly slots: readonly SlotFace[];
}

export interface AttributeFace {
  readonly name: string;
  readonly kind: 'switch' | 'number' | 'choice' | 'text';
  /** The words that it takes: all of them for a `choice`, those that its description names otherwise. */
  readonly words: readonly string[];
  /** React's name of it. */
  readonly prop: string;
  readonly default: string;
  readonly description: string;
}

export interface SlotFace {
  /** Empty for the one without a name. */
  readonly name: string;
  readonly description: string;
}

/** A custom property of the elements' look. */
export interface StyleFace {
  readonly name: string;
  readonly kind: 'colour' | 'length';
  readonly default: string;
  readonly description: string;
}
