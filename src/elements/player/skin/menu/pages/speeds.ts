import { numberFormat } from '../../../../../locales/format/number-format.ts';

/** The speeds to choose from where the page says none; 1 is the normal one. */
const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
/** Browsers play at no other speeds than between these, or without sound. */
const [SLOWEST, FASTEST] = [0.0625, 16];

/** The speeds to choose from, slowest first: the page's, else ours. */
export function speedsOf(host: Element): readonly number[] {
  const said = (host.getAttribute('speeds') ?? '').match(/[^\s,;×x]+/g) ?? [];
  const speeds = said.map(Number).filter((speed) => speed >= SLOWEST && speed <= FASTEST);
  return speeds.length > 0 ? [...new Set(speeds)].sort((one, other) => one - other) : SPEEDS;
}

/** A speed as viewers know it: `1.5×`. */
export function formatSpeed(speed: number, locale: string): string {
  return `${numberFormat(locale).format(speed)}×`;
}
