import type { Choice } from '../state/choice.ts';

/** A whole theme by a name. */
export interface Preset {
  readonly name: string;
  readonly scheme: Choice['scheme'];
  readonly theme: Readonly<Record<string, string>>;
}

/** Each with enough contrast in every scheme in which it is seen. The first is that of the elements, the second that of docs/theming.md. */
export const PRESETS: readonly Preset[] = [
  { name: 'Their own', scheme: '', theme: {} },
  {
    name: 'Meadow',
    scheme: '',
    theme: { '--vh-accent': '#0a7d5a', '--vh-on-accent': '#ffffff', '--vh-radius': '4px' },
  },
  {
    name: 'Poster',
    scheme: 'light',
    theme: {
      ...{ '--vh-accent': '#b3261e', '--vh-on-accent': '#ffffff', '--vh-radius': '0px' },
      ...{ '--vh-surface': '#fffaf2', '--vh-surface-sunken': '#f4ebdd', '--vh-text': '#22190f' },
      ...{ '--vh-text-quiet': '#5f5242', '--vh-line': '#8c7f6d', '--vh-focus': '#22190f' },
    },
  },
  {
    name: 'Cinema',
    scheme: 'dark',
    theme: {
      ...{ '--vh-accent': '#f2b84b', '--vh-on-accent': '#1b1404', '--vh-radius': '12px' },
      ...{ '--vh-surface': '#12100c', '--vh-surface-sunken': '#1f1b14', '--vh-text': '#f7f1e6' },
      ...{ '--vh-text-quiet': '#b9ae9b', '--vh-line': '#857a66', '--vh-focus': '#ffffff' },
    },
  },
  {
    name: 'Ink',
    scheme: 'light',
    theme: {
      ...{ '--vh-accent': '#000000', '--vh-on-accent': '#ffffff', '--vh-radius': '0px' },
      ...{ '--vh-surface': '#ffffff', '--vh-surface-sunken': '#f0f0f0', '--vh-text': '#000000' },
      ...{ '--vh-text-quiet': '#4a4a4a', '--vh-line': '#000000', '--vh-focus': '#000000' },
    },
  },
];
