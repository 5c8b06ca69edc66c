import type {
  FragmentLoaderContext,
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
} from 'hls.js';
import type { DecoratedRequest, HlsDecorator } from '../../../requests/request-decorator.ts';
import { receive } from '../../../fast-start/prefetched-data.ts';

type LoaderClass = HlsConfig['loader'];
type Answer = Awaited<ReturnType<typeof receive>>;
type Take = (answer: Answer, start: number) => void;

/** A request that brings nothing for so long is sent again beside the first one, where a viewer is about to wait for it. */
const HEDGE_AFTER_MS = 1_500;
/** The address of a live playlist that the server holds back until it has something new: its silence says nothing. */
export const BLOCKING = /[?&]_HLS_/;
/** Such requests at a time, and how long one may bring nothing: a browser has six connections to a server. */
const MAX_HEDGED = 2;
const HEDGED_SILENCE_MS = HEDGE_AFTER_MS * MAX_HEDGED;
/** A started answer without data for this long is aborted: hls.js itself waits two minutes for its end. */
const SILENCE_MS = 5_000;
const LOOK_MS = 250;
/**
 * Empty answers in a row that are taken for failures. A segment that stays empty is one that hls.js skips; an empty
 * initialisation it would keep, and play nothing after it.
 */
const MAX_EMPTY = 3;

/**
 * A loader that watches its request: it aborts an answer that has stalled, as if it had timed out. While
 * `isUrgent`, it sends a silent request again and takes the answer that comes first: the first request may be lost
 * although the network is in order again, or its server may only be slow.
 */
export function hedgingLoader(
  base: LoaderClass,
  isUrgent: () => boolean,
  decorator?: HlsDecorator,
): LoaderClass {
  const Base = base;
  let empties = 0;
  return class HedgingLoader extends Base {
    #watch: ReturnType<typeof setInterval> | undefined;
    readonly #hedged = new Set<AbortController>();

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      let isCalledOff = false;
      const { stats } = this;
      const settle =
        <Given extends unknown[]>(act: (...given: Given) => void) =>
        (...given: Given) => {
          if (isCalledOff) return;
          this.#end();
          act(...given);
        };
      const { onSuccess, onError, onTimeout, onAbort } = callbacks;
      super.load(context, config, {
        ...callbacks,
        onSuccess: settle((...given) => {
          const [answer, , , details] = given;
          const { data } = answer;
          // The addresses in it are relative to the plain one, and that is asked for again.
          if (decorator) answer.url = decorator.plain(answer.url);
          // An empty list of renditions says that the media are not ready yet.
          empties = !isEmpty(data) || isManifest(context) ? 0 : empties + 1;
          if (empties === 0 || (empties > MAX_EMPTY && !isInitOf(context))) return onSuccess(...given);
          onError({ code: 0, text: 'The answer is empty.' }, context, details, stats);
        }),
        onError: settle(onError),
        onTimeout: settle(onTimeout),
        onAbort: settle((...given) => onAbort?.(...given)),
      });
      const callOff = () => {
        isCalledOff = true;
        this.#end();
        super.abort();
      };
      const take: Take = ({ bytes, response, firstByteMs }, start) => {
        callOff();
        Object.assign(stats.loading, { start, first: start + firstByteMs, end: performance.now() });
        Object.assign(stats, { aborted: false, loaded: bytes.byteLength, total: bytes.byteLength });
        const answer = dataOf(context, bytes, response);
        if (decorator) answer.url = decorator.plain(answer.url);
        onSuccess(answer, stats, context, response);
      };
      const silence = new Silence(performance.now());
      this.#watch = setInterval(() => {
        if (isCalledOff || !this.#look(context, silence, take)) return;
        callOff();
        onTimeout(stats, context, null);
      }, LOOK_MS);
    }

    /** Sends a silent request again while that is urgent; true once the answer has stalled. */
    #look(context: LoaderContext, silence: Silence, take: Take): boolean {
      const now = performance.now();
      const silentMs = silence.look(this.stats, now);
      const mayHedge = this.#hedged.size < MAX_HEDGED && !BLOCKING.test(context.url);
      if (mayHedge && silence.isHedgeDue(now) && isUrgent()) {
        silence.hedged(now);
        void this.#hedge(context, take);
      }
      // Before the first byte, a server may be slow for a reason, and hls.js has its own limit. To abort the list of
      // renditions would be the end. A hedged request may be about to bring something.
      const limitMs = this.#hedged.size > 0 ? 2 * SILENCE_MS : SILENCE_MS;
      return silentMs >= limitMs && this.stats.loading.first !== 0 && !isManifest(context);
    }

    /** Sends the request once more; `take` gets the answer, unless another came first. */
    async #hedge(context: LoaderContext, take: Take): Promise<void> {
      const call = new AbortController();
      this.#hedged.add(call);
      const start = performance.now();
      const answer = await requestAgain(context, call.signal, decorator).catch(() => undefined);
      if (this.#hedged.delete(call) && answer?.bytes.byteLength) take(answer, start);
    }

    override abort(): void {
      this.#end();
      super.abort();
    }

    override destroy(): void {
      this.#end();
      super.destroy();
    }

    #end(): void {
      clearInterval(this.#watch);
      const hedged = [...this.#hedged];
      this.#hedged.clear();
      for (const request of hedged) request.abort();
    }
  };
}

const dataOf = ({ url, responseType }: LoaderContext, bytes: ArrayBuffer, response: Response) => ({
  url: response.url || url,
  data: responseType === 'text' ? new TextDecoder().decode(bytes) : bytes,
  code: response.status,
});

/** Compares words, so that the enum, and hls.js with it, need not be here. */
const isManifest = ({ type }: { type: string }): boolean => type === 'manifest';

const isInitOf = (context: LoaderContext): boolean =>
  (context as Partial<Pick<FragmentLoaderContext, 'frag'>>).frag?.sn === 'initSegment';

const isEmpty = (data: unknown): boolean =>
  data instanceof ArrayBuffer ? data.byteLength === 0 : typeof data === 'string' && data.trim() === '';

/** Sends a request again, past the browser's cache: there it would wait for the first one. */
function requestAgain(
  context: LoaderContext,
  signal: AbortSignal,
  decorator: HlsDecorator | undefined,
): ReturnType<typeof receive> {
  const { headers, rangeStart, rangeEnd } = context;
  const sent: DecoratedRequest = decorator?.decorate(context) ?? { url: context.url };
  const range = rangeEnd ? { range: `bytes=${String(rangeStart ?? 0)}-${String(rangeEnd - 1)}` } : undefined;
  return receive(
    (call) =>
      fetch(sent.url, {
        signal: call,
        cache: 'no-store',
        headers: { ...headers, ...range, ...sent.headers },
      }),
    signal,
    { silenceMs: HEDGED_SILENCE_MS, status: range ? 206 : 200 },
  );
}

/** One check counts at most this long: a page that was frozen has not seen the data of that time. */
const MAX_LOOK_MS = 1_000;

/** What a loader of hls.js says of its request while it runs. */
interface Progress {
  loaded: number;
  retry: number;
  loading: { first: number; end: number };
}

/** How long a request has brought nothing, seen by an observer who looks now and then. */
export class Silence {
  #seen = '';
  #since: number;
  #lookedAt: number;
  #hedgedAt = 0;

  constructor(now: number) {
    this.#since = this.#lookedAt = now;
  }

  /** Looks, and returns the milliseconds without news. */
  look({ loaded, loading, retry }: Progress, now: number): number {
    const news = `${loaded} ${loading.first} ${retry}`;
    this.#since += Math.max(0, now - this.#lookedAt - MAX_LOOK_MS);
    this.#lookedAt = now;
    if (news !== this.#seen || loading.end > 0) [this.#seen, this.#since] = [news, now];
    return now - this.#since;
  }

  /** Whether the request has been silent for long enough to be sent again, and was not just now. */
  isHedgeDue(now: number): boolean {
    return now - this.#since >= HEDGE_AFTER_MS && now - this.#hedgedAt >= HEDGE_AFTER_MS;
  }

  hedged(now: number): void {
    this.#hedgedAt = now;
  }
}
