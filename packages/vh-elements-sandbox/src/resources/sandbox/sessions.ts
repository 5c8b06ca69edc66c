import { param } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { sessionDetail } from '../../page/sessions.ts';
import type { RegisterRoutes } from '../../services/services.ts';

/** One session as JSON. The console shows it, and all of them. */
export const registerSessionRoutes: RegisterRoutes = (services) => {
  const { controls } = services;

  // Relative: the sandbox may lie below a path of another server.
  controls.on('GET', '/sessions', ({ response }) => {
    response.writeHead(302, { location: 'console#/sessions' }).end();
  });

  controls.on('GET', '/sessions/:sessionId', (exchange) => {
    const session = sessionDetail(services, param(exchange, 'sessionId'));
    if (!session) throw notFound('sessionId');
    sendJson(exchange, 200, session);
  });
};
