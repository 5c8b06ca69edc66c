/** Shows the time as the live picture does, so that the two can be compared. */
export function showClock(output: Element | null): void {
  const tick = () => {
    if (output) output.textContent = new Date().toISOString().slice(11, 21);
    setTimeout(() => requestAnimationFrame(tick), 100);
  };
  tick();
}
