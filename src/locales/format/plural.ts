import { numberFormat } from './number-format.ts';

/** A text by number: each language has the forms that its own rules ask for, and always `other`. */
export type Plural = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
  readonly other: string;
};

/** The text for a number, which stands where it says `{count}`. */
export function pluralize(forms: Plural, count: number, locale: string): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  return form.replace('{count}', numberFormat(locale).format(count));
}
