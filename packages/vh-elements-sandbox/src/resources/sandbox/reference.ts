import { param } from '../../http/exchange.ts';
import { notFound, PROBLEMS } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import type { RegisterRoutes } from '../../services/services.ts';

/** Where the `type` of a problem leads: its explanation. */
export const registerReferenceRoutes: RegisterRoutes = ({ router }) => {
  router.open('GET', '/reference/:slug', (exchange) => {
    const slug = param(exchange, 'slug');
    const problem = Object.entries(PROBLEMS).find(([known]) => known === slug)?.[1];
    if (!problem) throw notFound('slug');
    const [status, title] = problem;
    sendJson(exchange, 200, { slug, status, title });
  });
};
