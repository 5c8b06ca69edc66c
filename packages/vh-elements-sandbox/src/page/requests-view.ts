import type { LoggedRequest } from '../faults/request-log.ts';
import { build, type Item } from './build.ts';
import { formatBytes, formatMilliseconds, formatTime } from './format.ts';

const SVG = 'http://www.w3.org/2000/svg';
const WINDOW_SECONDS = 60;

/** A request as a line of the feed. */
export function requestItem(request: LoggedRequest): Item {
  const { requestId, state, status, bytesIn, bytesOut, milliseconds } = request;
  const look = [state, status, bytesIn, bytesOut, state === 'open' ? milliseconds : ''].join(' ');
  return { key: String(requestId), look, make: () => line(request) };
}

function line(request: LoggedRequest): HTMLElement {
  const { at, method, target, state, status, bytesIn, bytesOut, milliseconds, faults } = request;
  const time = document.createElement('time');
  time.textContent = formatTime(at);
  const row = build(
    'li',
    `request ${state}`,
    time,
    build('span', `method ${method.toLowerCase()}`, method),
    build('span', 'target', target),
    build(
      'span',
      `status ${kindOf(status, state)}`,
      status === null ? (state === 'open' ? '···' : 'cut') : String(status),
    ),
    build('span', 'weight', amounts(bytesIn, bytesOut)),
    build('span', 'span', formatMilliseconds(milliseconds)),
  );
  if (faults.length > 0) row.append(build('span', 'fault', faults.join(', ')));
  return row;
}

function amounts(bytesIn: number, bytesOut: number): string {
  const parts = [
    ...(bytesIn > 0 ? [`↑ ${formatBytes(bytesIn)}`] : []),
    ...(bytesOut > 0 ? [`↓ ${formatBytes(bytesOut)}`] : []),
  ];
  return parts.join('  ');
}

function kindOf(status: number | null, state: LoggedRequest['state']): string {
  if (status === null) return state === 'open' ? 'waiting' : 'error';
  if (status >= 500) return 'error';
  return status >= 400 ? 'refused' : 'good';
}

/** An upload on its way, with what has come of it. */
export function uploadItem(request: LoggedRequest): Item {
  const { requestId, bytesIn, length, milliseconds } = request;
  return {
    key: String(requestId),
    look: `${bytesIn} ${milliseconds}`,
    make: () => {
      const bar = document.createElement('progress');
      if (length !== null) {
        bar.max = length;
        bar.value = bytesIn;
      }
      bar.setAttribute('aria-label', request.target);
      const speed = milliseconds > 0 ? `${formatBytes((bytesIn / milliseconds) * 1000)}/s` : '';
      const done =
        length === null ? formatBytes(bytesIn) : `${formatBytes(bytesIn)} of ${formatBytes(length)}`;
      return build(
        'li',
        'upload',
        build('span', 'target', `${request.method} ${request.target}`),
        bar,
        build('span', 'facts', `${done} · ${speed}`),
      );
    },
  };
}

/** True for a request that carries a file and is not through. */
export function isUpload({ method, target, state, bytesIn }: LoggedRequest): boolean {
  const carries = method === 'POST' || method === 'PATCH' || method === 'PUT';
  return state === 'open' && carries && bytesIn > 0 && /^\/upload|\/source$/.test(target);
}

/** Draws the last minute, a bar a second, errors from the bottom. */
export function drawPulse(pulse: Element, requests: readonly LoggedRequest[], now: number): void {
  const all = new Array<number>(WINDOW_SECONDS).fill(0);
  const bad = new Array<number>(WINDOW_SECONDS).fill(0);
  for (const { at, status, state } of requests) {
    const index = WINDOW_SECONDS - 1 - Math.floor((now - at) / 1000);
    if (index < 0 || index >= WINDOW_SECONDS) continue;
    all[index] = (all[index] ?? 0) + 1;
    if ((status !== null && status >= 400) || state === 'broken') bad[index] = (bad[index] ?? 0) + 1;
  }
  const most = Math.max(4, ...all);
  const bars = all.flatMap((count, index) => [
    bar(index, count, most, 'all'),
    bar(index, bad[index] ?? 0, most, 'bad'),
  ]);
  pulse.replaceChildren(...bars.filter((one) => one !== undefined));
}

function bar(index: number, count: number, most: number, className: string): SVGElement | undefined {
  if (count === 0) return undefined;
  const rect = document.createElementNS(SVG, 'rect');
  const height = Math.max(2, (count / most) * 30);
  const size = { x: index * 3, y: 32 - height, width: 2, height, rx: 1 };
  for (const [name, value] of Object.entries(size)) rect.setAttribute(name, String(value));
  rect.setAttribute('class', className);
  return rect;
}
