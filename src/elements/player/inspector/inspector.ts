import type { PlayerApi } from '../api/player-api.ts';
import { html, nothing, render, type ReactiveController, type TemplateResult } from 'lit';
import { viewingIdOf } from '../../../core/viewing-id.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import { drawHistory, historyInWords } from './draw-history.ts';
import { conditionOf, History, type HistoryTotals, type Sample } from './history.ts';
import {
  inspectRequest,
  REQUEST_KINDS,
  type InspectedRequest,
  type RequestKind,
} from './inspected-request.ts';
import { bufferAhead, factsOf } from './inspector-facts.ts';
import { inspectorStyles } from './inspector-styles.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 500;
const MOST_REQUESTS = 200;
const MOST_EVENTS = 200;
/**
 * Shows a developer how a player does: conditions, buffer, rendition, requests, events. Its words are English, as those on
 * the console are.
 *
 * @csspart inspector - What `inspect()` opens.
 */
export class Inspector implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #engine: PlaybackEngine;
  readonly #history = new History();
  readonly #box = document.createElement('div');
  #requests: InspectedRequest[] = [];
  #events: InspectedEvent[] = [];
  #kind: RequestKind | '' = '';
  #said = '';
  #hasPlayed = false;
  #request: object | undefined;
  /** Ends with its being open. */
  #opened: AbortController | undefined;
  #focusBefore: Element | null = null;

  constructor(host: PlayerApi, engine: PlaybackEngine) {
    this.#host = host;
    this.#engine = engine;
    renewStyles(host, inspectorStyles);
    host.addController(this);
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#close();
    });
  }

  open(): void {
    const focuses = (navigator as Partial<Navigator>).userActivation?.isActive === true;
    if (!this.#opened) {
      this.#opened = new AbortController();
      this.#host.renderRoot.append(this.#box);
      this.#follow(this.#opened.signal);
    }
    if (!focuses) return;
    const root = this.#host.getRootNode();
    this.#focusBefore = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
    this.#box.querySelector('button')?.focus();
  }

  #follow(signal: AbortSignal): void {
    const { media } = this.#host;
    const options = { signal };
    media.addEventListener('playing', () => (this.#hasPlayed = true), options);
    for (const type of ['play', 'playing', 'pause', 'seeking', 'waiting', 'ended', 'error']) {
      media.addEventListener(type, () => this.#look(), options);
    }
    this.#host.addEventListener(
      'vh-session-event',
      ({ fact, timeStamp }) => {
        const { type, ...details } = fact;
        const line = Object.entries(details).map(([name, value]) => `${name} ${textOf(value)}`);
        this.#events = [{ at: timeStamp, type, details: line.join(', ') }, ...this.#events].slice(
          0,
          MOST_EVENTS,
        );
      },
      options,
    );
    this.#hasPlayed ||= media.played.length > 0;
    this.#observeRequests(signal);
    const timer = setInterval(() => this.#look(), LOOK_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    this.#look();
  }

  #observeRequests(signal: AbortSignal): void {
    const observer = new PerformanceObserver((list) => this.#note(list.getEntries()));
    observer.observe({ type: 'resource', buffered: true });
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  }

  #note(entries: readonly PerformanceEntry[]): void {
    const { source } = this.#engine.store.state;
    const collector = source?.collector ?? this.#host.collectorUrl;
    const addresses = [...(source?.media ?? []).map(({ url }) => url), this.#host.media.currentSrc];
    const places = {
      media: addresses.flatMap((url) => originOf(url) ?? []),
      collectors: collector ? [collector] : [],
      viewingId: viewingIdOf(this.#engine.request),
    };
    const found = entries.flatMap(
      (entry) => inspectRequest(entry as PerformanceResourceTiming, places) ?? [],
    );
    this.#requests = [...found.reverse(), ...this.#requests].slice(0, MOST_REQUESTS);
  }

  /** Looks at the media, and shows what it sees. A hidden page is looked at, too: its timers are few. */
  #look(): void {
    const { media, currentQuality, latency } = this.#host;
    if (this.#request !== this.#engine.request) {
      this.#request = this.#engine.request;
      this.#hasPlayed = !media.paused && media.readyState > 2;
      this.#history.clear();
      // Requests of the viewing before go: most of them name no viewing.
      this.#requests = [];
      this.#note(performance.getEntriesByType('resource'));
    }
    const { getVideoPlaybackQuality } = media as Partial<HTMLVideoElement>;
    this.#history.add({
      at: performance.now(),
      condition: this.#condition,
      buffer: bufferAhead(media),
      bitrate: currentQuality?.bitrate,
      latency,
      droppedFrames: getVideoPlaybackQuality?.call(media).droppedVideoFrames ?? 0,
    });
    this.#draw();
  }

  get #condition() {
    const hasFailed = this.#engine.store.state.status === 'failed';
    return conditionOf(this.#host.media, { hasFailed, hasPlayed: this.#hasPlayed });
  }

  get #facts(): Record<string, string> {
    const { media, videoId, liveStreamId, currentQuality, qualities, latency, targetLatency } = this.#host;
    const { state } = this.#engine.store;
    return factsOf({
      ...{ media, latency, targetLatency, condition: this.#condition },
      error: state.status === 'failed' ? state.error.code : undefined,
      id: state.source?.id ?? videoId ?? liveStreamId,
      viewingId: viewingIdOf(this.#engine.request),
      quality: currentQuality,
      qualities: qualities.length,
      line: this.#engine.bandwidth,
      totals: this.#history.totals,
    });
  }

  #draw(): void {
    render(this.#opened ? this.#render() : nothing, this.#box);
    const canvas = this.#box.querySelector('canvas');
    if (canvas) drawHistory(canvas, this.#history.samples);
  }

  #render(): TemplateResult {
    // English, and from left to right, in every page.
    return html`<section
      class="inspector"
      part="inspector"
      aria-label="Inspector"
      lang="en"
      dir="ltr"
      @keydown=${this.#onKey}
      @click=${keep}
      @dblclick=${keep}
      @pointerdown=${keep}
      @pointerup=${keep}
    >
      <header>
        <h2>Inspector</h2>
        <button type="button" @click=${this.#copy}>Copy report</button>
        <button type="button" aria-label="Close" @click=${() => this.#close()}>×</button>
        <span role="status">${this.#said}</span>
      </header>
      <canvas role="img" aria-label=${historyInWords(this.#history.samples)}></canvas>
      <p class="legend">Buffer blue, bitrate yellow, latency pink, dropped frames red.</p>
      <dl>
        ${Object.entries(this.#facts).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      ${this.#renderRequests()} ${this.#renderEvents()}
    </section>`;
  }

  #renderRequests(): TemplateResult {
    const shown = this.#requests.filter(({ kind }) => this.#kind === '' || kind === this.#kind);
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Requests">
      <table>
        <caption>
          Requests
          <select aria-label="Kind" @change=${this.#choose}>
            <option value="">all</option>
            ${REQUEST_KINDS.map((kind) => html`<option value=${kind}>${kind}</option>`)}
          </select>
        </caption>
        <thead>
          <tr>
            ${['At', 'Kind', 'Name', 'Status', 'Took', 'Size'].map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            ({ at, kind, name, status, took, bytes, cmcd }) =>
              html`<tr class=${(status ?? 0) >= 400 ? 'failed' : nothing}>
                  <td>${(at / 1000).toFixed(2)}</td>
                  <td>${kind}</td>
                  <td class="wide">${name}</td>
                  <td>${status ?? '–'}</td>
                  <td>${String(Math.round(took))} ms</td>
                  <td>${bytes === undefined ? '–' : `${String(Math.ceil(bytes / 1000))} kB`}</td>
                </tr>
                ${
                  cmcd === undefined
                    ? nothing
                    : html`<tr class="cmcd">
                        <td class="wide" colspan="6">CMCD ${cmcd}</td>
                      </tr>`
                }`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #renderEvents(): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Session events">
      <table>
        <caption>
          Session events
        </caption>
        <thead>
          <tr>
            ${['At', 'Type', 'Details'].map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.#events.map(
            ({ at, type, details }) =>
              html`<tr>
                <td>${(at / 1000).toFixed(2)}</td>
                <td>${type}</td>
                <td class="wide">${details}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  readonly #choose = (event: Event): void => {
    this.#kind = (event.currentTarget as HTMLSelectElement).value as RequestKind | '';
    this.#draw();
  };

  /** The inspector's keys are not the player's. */
  readonly #onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') this.#close();
  };

  readonly #copy = async (): Promise<void> => {
    const text = reportText(
      {
        facts: this.#facts,
        totals: this.#history.totals,
        samples: this.#history.samples,
        requests: this.#requests,
        events: this.#events,
      },
      navigator.userAgent,
    );
    try {
      await navigator.clipboard.writeText(text);
      this.#said = 'Copied';
    } catch {
      // A page, a frame or a browser that allows no clipboard: a file, then.
      download(text);
      this.#said = 'Saved as a file';
    }
    this.#draw();
  };

  #close(): void {
    const hadFocus = this.#box.matches(':focus-within');
    this.#opened?.abort();
    this.#opened = undefined;
    this.#said = '';
    this.#draw();
    this.#box.remove();
    if (hadFocus && this.#focusBefore instanceof HTMLElement) this.#focusBefore.focus();
  }
}

/** A press on the inspector is none on the picture. */
function keep(event: Event): void {
  event.stopPropagation();
}

function textOf(value: unknown): string {
  return typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : String(value);
}

function originOf(url: string): string | undefined {
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).origin : undefined;
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'vh-player-report.json' });
  link.click();
  URL.revokeObjectURL(url);
}

/** An event that the player reported. */
interface InspectedEvent {
  /** Milliseconds on the page's clock. */
  at: number;
  type: string;
  /** Its details, in one line. */
  details: string;
}

/** What the inspector knows, as it is copied for a bug report. */
interface InspectorReport {
  facts: Readonly<Record<string, string>>;
  totals: Readonly<HistoryTotals>;
  samples: readonly Sample[];
  requests: readonly InspectedRequest[];
  events: readonly InspectedEvent[];
}

/** The report as JSON. What it is made of contains no query and no token. */
function reportText(report: InspectorReport, browser: string): string {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
  return JSON.stringify({ ...report, browser }, rounded, 2);
}
