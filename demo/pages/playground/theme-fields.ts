import type { StyleFace } from '../../playground/face/face.ts';
import type { Choice, Offer } from '../../playground/state/choice.ts';
import { colourOf, judge, ratioInWords, type Verdict } from '../../playground/theme/pairs.ts';
import { PRESETS } from '../../playground/theme/presets.ts';
import { build, radios } from './build.ts';

type Look = Pick<Choice, 'theme' | 'scheme'>;

/** The theme's builder: presets, the scheme, each custom property, and what can be read of it. */
export class ThemeFields {
  readonly #offer: Offer;
  readonly #take: (look: Look) => void;
  readonly #box = build('div', { className: 'theme' });
  readonly #table = build('tbody');
  readonly #sum = build('p', { className: 'sum' });
  #look: Look;
  #said = '';

  constructor(offer: Offer, look: Look, take: (look: Look) => void) {
    this.#offer = offer;
    this.#take = take;
    this.#look = look;
    this.#sum.setAttribute('role', 'status');
    this.#build();
    this.#judge();
  }

  get element(): HTMLElement {
    const heads = ['Colours', 'Light', 'Dark'].map((head) => build('th', { scope: 'col' }, head));
    return build(
      'div',
      { className: 'theme' },
      this.#box,
      this.#sum,
      build(
        'table',
        { className: 'contrast' },
        build('caption', {}, 'Contrast (WCAG 2.2, AA)'),
        build('thead', {}, build('tr', {}, ...heads)),
        this.#table,
      ),
    );
  }

  #set(look: Look, isRebuilt: boolean): void {
    this.#look = look;
    if (isRebuilt) this.#build();
    this.#judge();
    this.#take(look);
  }

  #build(): void {
    const { theme, scheme } = this.#look;
    const presets = build('div', { className: 'presets' });
    presets.setAttribute('role', 'group');
    presets.ariaLabel = 'Ready themes';
    for (const preset of PRESETS) {
      const use = () => {
        this.#set(
          {
            scheme: preset.scheme,
            theme: inOrder(new Map(Object.entries(preset.theme)), this.#offer.styles),
          },
          true,
        );
        this.#box.querySelectorAll<HTMLElement>('.presets button')[PRESETS.indexOf(preset)]?.focus();
      };
      presets.append(build('button', { type: 'button', onclick: use }, preset.name));
    }
    const schemes = [
      ['', 'As the visitor has it'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ] as const;
    const choose = (value: string) =>
      this.#set({ ...this.#look, scheme: value === 'light' || value === 'dark' ? value : '' }, true);
    this.#box.replaceChildren(
      presets,
      radios('Light or dark', 'scheme', schemes, scheme, (value) => {
        choose(value);
        this.#box.querySelector<HTMLElement>('[name=scheme]:checked')?.focus();
      }),
      ...this.#offer.styles.map((style) => this.#field(style, theme.get(style.name))),
    );
  }

  #field(style: StyleFace, value: string | undefined): HTMLElement {
    const { name, kind, description } = style;
    const id = `style${name}`;
    const own = build('button', { type: 'button', disabled: value === undefined }, 'Default');
    own.ariaLabel = `Default: ${name}`;
    const field =
      kind === 'colour'
        ? build('input', { id, type: 'color', value: value ?? this.#fallback(name) })
        : build('input', { id, type: 'range', min: '0', max: '32', step: '1' });
    if (kind === 'length') field.value = String(Number.parseInt(value ?? style.default, 10));
    const said = build('output', {}, value ?? '');
    said.setAttribute('for', id);
    const take = (given: string | undefined) => {
      const theme = new Map(this.#look.theme);
      if (given === undefined) theme.delete(name);
      else theme.set(name, given);
      own.disabled = given === undefined;
      said.textContent = given ?? '';
      this.#set({ ...this.#look, theme: inOrder(theme, this.#offer.styles) }, false);
    };
    field.oninput = () => take(kind === 'colour' ? field.value : `${field.value}px`);
    own.onclick = () => {
      field.value = kind === 'colour' ? this.#fallback(name) : String(Number.parseInt(style.default, 10));
      take(undefined);
      // A button that is disabled has no focus.
      field.focus();
    };
    const label = build(
      'label',
      { htmlFor: id },
      build('code', {}, name),
      build('span', { className: 'quiet' }, description),
    );
    return build('div', { className: 'style' }, label, field, own, said);
  }

  /** What the element shows without a value of the theme's. */
  #fallback(name: string): string {
    const isDark =
      this.#look.scheme === 'dark' ||
      (this.#look.scheme === '' && matchMedia('(prefers-color-scheme: dark)').matches);
    const colour = colourOf(name, this.#offer.styles, new Map(), isDark ? 'dark' : 'light') ?? [0, 0, 0];
    return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }

  #judge(): void {
    const verdicts = judge(this.#offer.styles, this.#look.theme, this.#look.scheme);
    const names = [...new Set(verdicts.map(({ what }) => what))];
    this.#table.replaceChildren(
      ...names.map((name) =>
        build(
          'tr',
          {},
          build('th', { scope: 'row' }, name),
          ...(['light', 'dark'] as const).map((scheme) =>
            cellOf(verdicts.find((one) => one.what === name && one.scheme === scheme)),
          ),
        ),
      ),
    );
    const poor = new Set(verdicts.filter(({ isEnough }) => !isEnough).map(({ what }) => what));
    const sum =
      poor.size === 0
        ? `All ${names.length} pairs have enough contrast.`
        : `Too little contrast: ${[...poor].join(', ')}.`;
    // Said once, however far a slider is dragged.
    if (sum !== this.#said) this.#sum.textContent = this.#said = sum;
    this.#sum.classList.toggle('wrong', poor.size > 0);
  }
}

function cellOf(verdict: Verdict | undefined): HTMLElement {
  if (!verdict) return build('td', {}, '–');
  const { ratio, least, isEnough } = verdict;
  const word = isEnough ? '✓ enough' : `✕ too little: needs ${least}:1`;
  return build(
    'td',
    { className: isEnough ? 'enough' : 'wrong' },
    `${ratioInWords(ratio)} `,
    build('span', {}, word),
  );
}

const inOrder = (theme: ReadonlyMap<string, string>, styles: readonly StyleFace[]) =>
  new Map(
    styles.flatMap(({ name }) => {
      const value = theme.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
