const KEY = 'vh-line';
/** Of a line's speed: a measurement that is nearer to the kept one begins the next visit no better. */
const NEARLY = 0.1;

/** Bits per second of the visitor's line, as an earlier playback measured it; undefined if none did. */
export function rememberedBandwidth(): number | undefined {
  try {
    const bits = Number(localStorage.getItem(KEY));
    return bits > 0 && Number.isFinite(bits) ? bits : undefined;
  } catch {
    // A visitor who lets nothing be stored begins small each time.
    return undefined;
  }
}

/** Keeps it for the next visit, to two digits: no more is needed, and more would identify visitors. */
export function rememberBandwidth(bits: number): void {
  if (!(bits > 0 && Number.isFinite(bits))) return;
  const rounded = Number(bits.toPrecision(2));
  const kept = rememberedBandwidth() ?? 0;
  // Said after each segment, which come close together at the start: a write costs more than a look.
  if (Math.abs(rounded - kept) < kept * NEARLY) return;
  try {
    localStorage.setItem(KEY, String(rounded));
  } catch {
    // Nothing is lost but a sharper beginning.
  }
}

/** Bits per second that may be counted on: the measured rate, at most the browser's present estimate. */
export function expectedBandwidth(): number | undefined {
  const { connection } = navigator as Navigator & {
    connection?: { downlink?: number; effectiveType?: string };
  };
  const measured = rememberedBandwidth();
  const { downlink, effectiveType } = connection ?? {};
  // Browsers say 10 Mbit/s of all that is faster.
  const reported =
    downlink !== undefined && (downlink < 10 || effectiveType !== '4g') ? downlink * 1e6 : Infinity;
  return measured === undefined ? undefined : Math.min(measured, reported);
}
