import type { About, RequestsNow } from '../../about.ts';
import { find, svg } from '../../build.ts';

/** Shows above each view how the sandbox is: its clock, its faults, and the requests of the last minute. */
export function showHeader({ now, aheadMs, faults, requests }: About): void {
  put('#clock', aheadMs > 0 ? `Clock ahead: ${new Date(now).toLocaleString()}` : '');
  showFaults(faults);
  const { open, seconds } = requests;
  const sum = (kind: 'all' | 'bad') => seconds.reduce((total, second) => total + second[kind], 0);
  put('#requests-now', `${open} open · ${sum('all')} in the last minute, ${sum('bad')} of them failed`);
  drawPulse(find('#pulse'), requests);
}

function showFaults(faults: number): void {
  const place = find('#faults');
  const words = faults === 1 ? '1 fault in force' : `${faults} faults in force`;
  if (faults === 0) place.replaceChildren();
  else if (place.textContent !== words) {
    const link = place.querySelector('a') ?? document.createElement('a');
    link.href = '#/faults';
    link.className = 'bad';
    link.textContent = words;
    if (!link.isConnected) place.append(link);
  }
}

function put(place: string, words: string): void {
  const element = find(place);
  if (element.textContent !== words) element.textContent = words;
}

/** A bar a second, those that failed from the bottom. */
function drawPulse(pulse: Element, { seconds }: RequestsNow): void {
  const most = Math.max(4, ...seconds.map(({ all }) => all));
  const bar = (count: number, index: number, kind: string) => {
    const height = Math.max(2, (count / most) * 30);
    return svg('rect', { x: index * 3, y: 32 - height, width: 2, height, rx: 1, class: kind });
  };
  pulse.replaceChildren(
    ...seconds.flatMap(({ all, bad }, index) => [
      ...(all > 0 ? [bar(all, index, 'all')] : []),
      ...(bad > 0 ? [bar(bad, index, 'bad')] : []),
    ]),
  );
}
