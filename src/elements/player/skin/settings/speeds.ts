import { numberFormat } from '../../../../locales/number-format.ts';

/** The speeds to choose from; 1 is the normal one. */
export const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** A speed as viewers know it: `1.5×`. */
export function formatSpeed(speed: number, locale: string): string {
  return `${numberFormat(locale).format(speed)}×`;
}
