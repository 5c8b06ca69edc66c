/** Seconds as a clock shows them: `1:02`, `1:01:02`; nothing for what has no end. */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(whole % 60)}`;
}

/** A whole length: to the nearest second, so that 23.98 s is the same on the poster and in the bar. */
export function formatDuration(seconds: number): string {
  return formatTime(Math.round(seconds));
}
