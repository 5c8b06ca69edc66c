import type { CueElement } from '../text/cue-text.ts';
import type { CueDeclaration, CueProperty } from './declarations.ts';
import type { CueSelector } from './selectors.ts';

/** One selector of an author's style, with what it says. */
export interface CueRule {
  readonly selector: CueSelector;
  readonly declarations: readonly CueDeclaration[];
}

/** How the author of a file wants its cues to look. */
export class AuthorStyle {
  readonly #rules: readonly CueRule[];

  constructor(rules: readonly CueRule[]) {
    this.#rules = rules;
  }

  /** The look of a cue as a whole, or of an element in one: values of CSS by their properties. */
  lookOf(part: CueElement | { readonly id: string }): CueLook {
    return cascade(
      this.#rules.filter(({ selector }) =>
        'tag' in part ? isAbout(selector, part) : isOfCue(selector, part.id),
      ),
    );
  }
}

type CueLook = ReadonlyMap<CueProperty, string>;

function isOfCue({ isCue, tag, classes, said, id: wanted }: CueSelector, id: string): boolean {
  const isOfElements = tag !== undefined || classes.length > 0 || said.length > 0;
  return isCue || (wanted !== undefined && wanted === id && !isOfElements);
}

/** Elements have no id. */
function isAbout({ isCue, tag, id, classes, said }: CueSelector, element: CueElement): boolean {
  return (
    !isCue &&
    id === undefined &&
    (tag === undefined || tag === element.tag) &&
    classes.every((name) => element.classes.includes(name)) &&
    said.every(
      ({ name, value }) => element.tag === (name === 'voice' ? 'v' : 'lang') && value === element.annotation,
    )
  );
}

/** The strongest word on each property: an important one, then the more exact selector, then the later rule. */
function cascade(rules: readonly CueRule[]): CueLook {
  const look = new Map<CueProperty, string>();
  const strength = new Map<CueProperty, number>();
  for (const { selector, declarations } of rules) {
    for (const { property, value, isImportant } of declarations) {
      const weight = selector.weight + (isImportant ? 1_000_000 : 0);
      if (weight < (strength.get(property) ?? 0)) continue;
      strength.set(property, weight);
      look.set(property, value);
    }
  }
  return look;
}
