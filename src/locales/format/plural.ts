import { pageWide } from '../../core/page-wide.ts';
import { formatCount } from './number-format.ts';

/** A text by number: each language has the forms that its own rules ask for, and always `other`. */
export type Plural = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
  readonly other: string;
};

const rules = pageWide('plural-rules/1', () => new Map<string, Intl.PluralRules>());

/** A language's rules, made once: each announcement of one of hundreds of files asks for them. */
function rulesOf(locale: string): Intl.PluralRules {
  const found = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, found);
  return found;
}

/** The text for a number, which stands where it says `{count}`. */
export function pluralize(forms: Plural, count: number, locale: string): string {
  const form = forms[rulesOf(locale).select(count)] ?? forms.other;
  return form.replace('{count}', formatCount(count, locale));
}
