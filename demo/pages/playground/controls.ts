import { nameOfLanguage } from '../../playground/code/piece.ts';
import { untouched, type Choice, type Offer } from '../../playground/state/choice.ts';
import { build, radios, section } from './build.ts';
import { attributeField, slotField, type Take } from './fields.ts';
import { ThemeFields } from './theme-fields.ts';

/** The controls of a choice, made from what there is to choose from. Whoever gets a new choice shows it. */
export class Controls {
  readonly #host: HTMLElement;
  readonly #offer: Offer;
  readonly #take: (choice: Choice) => void;
  #choice: Choice;

  constructor(host: HTMLElement, offer: Offer, choice: Choice, take: (choice: Choice) => void) {
    this.#host = host;
    this.#offer = offer;
    this.#choice = choice;
    this.#take = take;
    this.show(choice);
  }

  /** Shows a choice that was made elsewhere: by an address, or as a new beginning. */
  show(choice: Choice): void {
    this.#choice = choice;
    const face = this.#offer.faces.get(choice.tag);
    if (!face) return;
    const found = build('p', { className: 'spoken' });
    found.setAttribute('role', 'status');
    // On a phone, the code is not a long way off.
    const isWide = matchMedia('(min-width: 64.01rem)').matches;
    const filter = build('input', { id: 'filter', type: 'search', autocomplete: 'off' });
    const { attributes, slots } = face;
    const parts = [
      section(
        'Attributes',
        isWide,
        ...attributes.map((one) =>
          attributeField(one, choice.attributes.get(one.name), this.#taker('attributes')),
        ),
      ),
      ...(slots.length === 0
        ? []
        : [
            section(
              'Slots',
              false,
              ...slots.map((one) => slotField(one, choice.slots.get(one.name), this.#taker('slots'))),
            ),
          ]),
    ];
    filter.oninput = () => filterRows(parts, filter.value, found);
    this.#host.replaceChildren(
      this.#elements(),
      build('p', { className: 'quiet' }, face.summary),
      this.#language(),
      ...(choice.tag === 'vh-player' ? [this.#captions()] : []),
      section('Theme', isWide, new ThemeFields(this.#offer, choice, (look) => this.#change(look)).element),
      build(
        'div',
        { className: 'find' },
        build('label', { htmlFor: 'filter' }, 'Find an attribute or a slot'),
        filter,
        found,
      ),
      ...parts,
    );
  }

  #elements(): HTMLElement {
    const tags = [...this.#offer.faces.keys()].map((tag) => [tag, tag] as const);
    return radios('Element', 'element', tags, this.#choice.tag, (tag) => {
      // The look and the language are of the page, and stay.
      const { theme, scheme, language } = this.#choice;
      this.show({ ...untouched(tag), theme, scheme, language });
      this.#take(this.#choice);
      this.#host.querySelector<HTMLElement>('[name=element]:checked')?.focus();
    });
  }

  #language(): HTMLElement {
    const list = build(
      'select',
      { id: 'language' },
      build('option', { value: '' }, 'The page’s'),
      ...this.#offer.languages.map((tag) =>
        build(
          'option',
          { value: tag, selected: tag === this.#choice.language, lang: tag },
          nameOfLanguage(tag),
        ),
      ),
    );
    list.onchange = () => this.#change({ language: list.value });
    return build('div', { className: 'row' }, build('label', { htmlFor: 'language' }, 'Language'), list);
  }

  #captions(): HTMLElement {
    const boxes = this.#offer.captions.map((tag) => {
      const box = build('input', {
        type: 'checkbox',
        value: tag,
        checked: this.#choice.captions.includes(tag),
      });
      box.onchange = () => {
        const others = this.#choice.captions.filter((one) => one !== tag);
        this.#change({ captions: box.checked ? [...others, tag] : others });
      };
      return build('label', {}, box, nameOfLanguage(tag));
    });
    const legend = build('legend', {}, 'Caption files; the first one shows at the start');
    return build('fieldset', {}, legend, ...boxes);
  }

  #taker(list: 'attributes' | 'slots'): Take {
    return (name, value) => {
      const values = new Map(this.#choice[list]);
      if (value === undefined) values.delete(name);
      else values.set(name, value);
      this.#change({ [list]: values });
    };
  }

  #change(part: Partial<Choice>): void {
    this.#choice = { ...this.#choice, ...part };
    this.#take(this.#choice);
  }
}

/** Leaves the rows that have all the words, and opens what they are in. */
function filterRows(parts: readonly HTMLDetailsElement[], text: string, found: HTMLElement): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const part of parts) {
    const rows = [...part.querySelectorAll<HTMLElement>('.row')];
    for (const row of rows) {
      const content = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => content.includes(word));
      if (!row.hidden) count++;
    }
    if (words.length > 0) part.open = rows.some(({ hidden }) => !hidden);
  }
  found.textContent = words.length === 0 ? '' : `${count} ${count === 1 ? 'entry' : 'entries'}`;
}
