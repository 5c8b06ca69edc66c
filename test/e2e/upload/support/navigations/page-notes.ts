/** What a page of the site reports of itself; `page` tells one document from another: notes may overtake each other. */
export type PageNote = Noted & { page: number };

type Noted =
  /** A document has begun; `at` is the begin of the navigation to it, `now` this moment, in milliseconds since 1970. */
  | { type: 'loaded'; path: string; at: number; now: number }
  /** The browser had kept the page, and shows it again. */
  | { type: 'returned'; path: string }
  | { type: 'done'; videoId: string }
  /** The page has given an upload to the worker. */
  | { type: 'held' }
  | { type: 'error'; code: string }
  /** Something that belongs on no console. */
  | { type: 'fault'; what: string };

/** The script of each page: it tells the site what happens there, also while the page is left. It uses nothing around it. */
export function notePage(): void {
  const { timeOrigin } = performance;
  const send = (note: Noted) =>
    void fetch('/note', {
      ...{ method: 'POST', keepalive: true },
      body: JSON.stringify({ ...note, page: timeOrigin }),
    });
  send({ type: 'loaded', path: location.pathname, at: timeOrigin, now: timeOrigin + performance.now() });
  addEventListener(
    'pageshow',
    ({ persisted }) => persisted && send({ type: 'returned', path: location.pathname }),
  );
  addEventListener(
    'vh-upload-done',
    (event) =>
      send({ type: 'done', videoId: (event as Event & { video: { videoId: string } }).video.videoId }),
    true,
  );
  addEventListener(
    'vh-error',
    (event) => send({ type: 'error', code: (event as Event & { code: string }).code }),
    true,
  );
  addEventListener('error', ({ message }) => send({ type: 'fault', what: message }));
  addEventListener('unhandledrejection', ({ reason }) =>
    send({ type: 'fault', what: `rejected: ${String(reason)}` }),
  );
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    send({ type: 'fault', what: `refused: ${violatedDirective} ${blockedURI}` }),
  );
}
