import { sendJson } from '../../http/respond.ts';
import { openApiDocument } from '../../openapi/document.ts';
import type { RegisterRoutes } from '../../services/services.ts';

/** The contract of the service, for programs and generators of clients. It needs no key. */
export const registerOpenApiRoutes: RegisterRoutes = ({ router }) => {
  router.open('GET', '/openapi.json', (exchange) => {
    sendJson(exchange, 200, openApiDocument(exchange.origin));
  });
};
