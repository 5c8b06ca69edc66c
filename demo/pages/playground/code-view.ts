import { piecesOf, placesInCode } from '../../playground/code/piece.ts';
import {
  angularOf,
  htmlOf,
  reactOf,
  stylesOf,
  svelteOf,
  vueOf,
  type Page,
} from '../../playground/code/pages.ts';
import { nodeOf, phpOf, pythonOf } from '../../playground/code/servers.ts';
import type { Choice, Offer } from '../../playground/state/choice.ts';
import { build, radios } from './build.ts';

interface Maker {
  readonly name: string;
  readonly make: (page: Page, language: string) => string;
  /** The guide of it, in the documents. */
  readonly guide: string;
}

const MAKERS: readonly Maker[] = [
  { name: 'HTML', make: htmlOf, guide: 'script-tag.html' },
  { name: 'React', make: reactOf, guide: 'frameworks.html#react' },
  { name: 'Vue', make: vueOf, guide: 'frameworks.html#vue' },
  { name: 'Svelte', make: svelteOf, guide: 'frameworks.html#svelte' },
  { name: 'Angular', make: angularOf, guide: 'frameworks.html#angular' },
  { name: 'Node', make: nodeOf, guide: 'backend.html#where-it-runs' },
  { name: 'PHP', make: phpOf, guide: 'backend.html#php-and-python' },
  { name: 'Python', make: pythonOf, guide: 'backend.html#php-and-python' },
];

/** The code that makes what the stage shows. */
export class CodeView {
  readonly #host: HTMLElement;
  readonly #offer: Offer;
  readonly #videoId: string;
  #maker = MAKERS[0];
  #choice: Choice | undefined;

  /** `host` has the page's figures: one for the code, one for its style sheet. */
  constructor(host: HTMLElement, offer: Offer, videoId: string) {
    this.#host = host;
    this.#offer = offer;
    this.#videoId = videoId;
    const choices = MAKERS.map(({ name }) => [name, name] as const);
    const languages = radios('For', 'code', choices, 'HTML', (chosen) => {
      this.#maker = MAKERS.find(({ name }) => name === chosen);
      if (this.#choice) this.show(this.#choice);
    });
    this.#find('#makers').replaceWith(languages);
  }

  show(choice: Choice): void {
    this.#choice = choice;
    if (!this.#maker) return;
    const { name, make, guide } = this.#maker;
    const styles = stylesOf(choice.theme, choice.scheme);
    const pieces = piecesOf(choice, this.#offer, placesInCode(this.#videoId));
    this.#write('#code', make({ pieces, styles }, choice.language));
    this.#write('#theme-code', styles);
    this.#find('#theme-figure').hidden = styles === '';
    this.#find('#guide').replaceChildren(
      build('a', { href: `./docs/${guide}` }, `The guide for ${name}`),
      '. Replace the video’s id by one of yours.',
    );
  }

  #write(selector: string, code: string): void {
    const place = this.#find(selector);
    if (place.textContent === code) return;
    place.textContent = code;
    const copy = place.closest('figure')?.querySelector('.copy');
    if (copy) copy.textContent = 'Copy';
  }

  #find(selector: string): HTMLElement {
    const found = this.#host.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`The page has no ${selector}.`);
    return found;
  }
}
