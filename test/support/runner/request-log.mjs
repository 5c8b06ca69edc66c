// Lists what the page under test asked the server for. The browser's own list is no witness: it has a limit, browsers
// leave requests out of it, and an entry comes only once its answer is complete.

/** The addresses that the page asked for, oldest first: path and query. */
let requests = [];

let keepsModules = false;

/** Whether test files ask for that list: those of a run that does not may find the modules of earlier ones in the cache. */
export const readsRequests = (text) => /page-requests|request-log|'\/requests/.test(text);

/** From now on browsers keep modules, and load them once for all pages: what a page asked for is no longer known. */
export function keepModules() {
  keepsModules = true;
}

/** Answers `/requests` with that list; `/requests?under=/path` with the paths that begin so. Each page begins a new list. */
export function requestLog(context, next) {
  if (!keepsModules || !/\.m?[jt]s$/.test(context.path)) askAgain(context.res);
  if (context.path === '/requests') {
    const under = context.query.under ?? '/';
    context.body = requests.filter((url) => url.startsWith(under));
    return undefined;
  }
  const isTestPage = context.path === '/' && 'wtr-session-id' in context.query;
  if (isTestPage) requests = [];
  requests.push(context.url);
  return next();
}

/**
 * The runner lets browsers keep every file for a year, even one that is not there. Firefox and WebKit then never ask
 * for what an earlier page loaded. The runner sets its header last, so this one is set as the headers leave.
 */
export function askAgain(response) {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (...head) => {
    response.setHeader('cache-control', 'no-cache');
    return writeHead(...head);
  };
}
