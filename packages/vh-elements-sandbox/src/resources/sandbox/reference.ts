import path from 'node:path';
import { ownSources } from '../../common/own-sources.ts';
import { param, type Exchange } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { sendJson } from '../../http/respond.ts';
import { sendFile } from '../../http/send/send-bytes.ts';
import { sendHtml } from '../../http/send/send-page.ts';
import { explanationPage, explanations, listPage, unknownPage } from '../../reference/reference-page.ts';
import type { RegisterRoutes } from '../../services/services.ts';

/** Where the `type` of a problem leads: its explanation, a page for people and JSON for programs. */
export const registerReferenceRoutes: RegisterRoutes = ({ router }) => {
  router.open('GET', '/reference/', (exchange) => {
    if (isPerson(exchange)) sendHtml(exchange, listPage(), { frameAncestors: "'none'" });
    else sendJson(exchange, 200, explanations());
  });

  router.open('GET', '/reference/reference.css', async (exchange) => {
    const file = path.join(ownSources(), 'reference/reference.css');
    await sendFile(exchange, file, 'text/css; charset=utf-8', false);
  });

  router.open('GET', '/reference/:slug', (exchange) => {
    const slug = param(exchange, 'slug');
    const found = explanations().find((one) => one.slug === slug);
    if (isPerson(exchange)) {
      const html = found ? explanationPage(found) : unknownPage();
      sendHtml(exchange, html, { frameAncestors: "'none'", status: found ? 200 : 404 });
    } else if (found) sendJson(exchange, 200, found);
    else throw notFound('slug');
  });
};

/** Browsers ask for HTML, programs do not. */
function isPerson({ request, response }: Exchange): boolean {
  response.setHeader('vary', 'Accept');
  return /\btext\/html\b/.test(request.headers.accept ?? '');
}
