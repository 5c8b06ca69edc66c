import type { LoggedRequest } from '../../faults/request-log.ts';
import { readPage, sendPage } from '../../http/values/paging.ts';
import { sendEmpty } from '../../http/respond.ts';
import type { RegisterRoutes } from '../../services/services.ts';

/** The log of requests, the newest first: no headers, no bodies, no secrets. */
export const registerLogRoutes: RegisterRoutes = ({ controls, requestLog }) => {
  controls.on('GET', '/log', (exchange) => {
    const page = readPage(exchange);
    const all = requestLog.list();
    const shown = all.slice(page.offset, page.offset + page.pageSize).map(loggedBody);
    sendPage(exchange, page, shown, all.length);
  });

  controls.on('DELETE', '/log', (exchange) => {
    requestLog.clear();
    sendEmpty(exchange);
  });
};

/** A request as the log shows it. */
export function loggedBody({ at, ...rest }: LoggedRequest): Record<string, unknown> {
  return { ...rest, at: new Date(at).toISOString() };
}
