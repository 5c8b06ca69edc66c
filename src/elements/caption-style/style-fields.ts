import { STYLE_CHOICES as CHOICES, type CaptionStyle } from '../../captions/index.ts';
import type { CaptionStyleWords } from '../../locales/en/caption-style.ts';
import { numberFormat } from '../../locales/format/number-format.ts';

/** One thing to choose. An undefined value leaves it to the author and the player. */
export interface StyleField {
  readonly name: Exclude<keyof CaptionStyle, 'system'>;
  readonly label: string;
  readonly choices: readonly { value: string | number | undefined; label: string }[];
}

const COLORS = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  green: '#00ff00',
  blue: '#0000ff',
  yellow: '#ffff00',
  magenta: '#ff00ff',
  cyan: '#00ffff',
} as const;

const FONT_WORDS = {
  'sans': 'sans',
  'serif': 'serif',
  'mono': 'mono',
  'mono-serif': 'monoSerif',
  'casual': 'casual',
  'script': 'script',
  'small-caps': 'smallCaps',
} as const satisfies Readonly<Record<(typeof CHOICES.font)[number], keyof CaptionStyleWords>>;

/** The rows of the panel, with the fields of each. */
export function rowsOf(words: CaptionStyleWords, locale: string): readonly (readonly StyleField[])[] {
  const auto = { value: undefined, label: words.auto };
  const percent = numberFormat(locale, { style: 'percent' });
  const shares = (values: readonly number[]) =>
    values.map((value) => ({ value, label: percent.format(value) }));
  const colors = Object.entries(COLORS).map(([name, value]) => ({
    value,
    label: words[name as keyof typeof COLORS],
  }));
  const colored = (
    label: string,
    name: 'color' | 'background' | 'window',
    opacity: 'opacity' | 'backgroundOpacity' | 'windowOpacity',
  ): StyleField[] => [
    { name, label, choices: [auto, ...colors] },
    {
      name: opacity,
      label: words.opacity.replace('{name}', () => label),
      choices: [auto, ...shares(CHOICES.opacity)],
    },
  ];
  const named = <Name extends string>(names: readonly Name[], wordOf: (name: Name) => string) =>
    names.map((value) => ({ value, label: wordOf(value) }));
  return [
    // The normal size is the one that is left alone.
    [
      {
        name: 'size',
        label: words.size,
        // The normal size is the author's.
        choices: shares(CHOICES.size).map((one) => (one.value === 1 ? { ...one, value: undefined } : one)),
      },
    ],
    [
      {
        name: 'font',
        label: words.font,
        choices: [auto, ...named(CHOICES.font, (font) => words[FONT_WORDS[font]])],
      },
    ],
    colored(words.text, 'color', 'opacity'),
    colored(words.background, 'background', 'backgroundOpacity'),
    colored(words.box, 'window', 'windowOpacity'),
    [{ name: 'edge', label: words.edge, choices: [auto, ...named(CHOICES.edge, (edge) => words[edge])] }],
    [
      {
        name: 'position',
        label: words.position,
        choices: [auto, ...named(CHOICES.position, (position) => words[position])],
      },
    ],
    [{ name: 'lineWidth', label: words.lineWidth, choices: [auto, ...shares(CHOICES.lineWidth)] }],
  ];
}
