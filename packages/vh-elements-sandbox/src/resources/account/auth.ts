import { Attributes } from '../../http/values/attributes.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendJson } from '../../http/respond.ts';
import type { Members, Taken } from '../../http/values/shape.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { ACCESS_TOKEN_SECONDS, type TokenPair } from '../../store/account/access-tokens.ts';
import { AUTHENTICATE, REFRESH } from './account-operations.ts';

/** Bytes of a body that holds one secret. */
const MAX_BODY_BYTES = 16 * 1024;

/** Exchanges the API key for an access token, and refreshes it. */
export const registerAuthRoutes: RegisterRoutes = ({ router, credentials, keyOrigins, accessTokens }) => {
  router.serve(AUTHENTICATE, async (exchange) => {
    keyOrigins.check(exchange.request);
    const { apiKey } = await readSecret(exchange, AUTHENTICATE.body);
    if (!credentials.isApiKey(apiKey)) {
      throw new Problem('authentication-invalid-user-credentials', { name: 'apiKey' });
    }
    sendTokens(exchange, accessTokens.issue());
  });

  router.serve(REFRESH, async (exchange) => {
    keyOrigins.check(exchange.request);
    const { refreshToken } = await readSecret(exchange, REFRESH.body);
    const tokens = accessTokens.refresh(refreshToken);
    if (!tokens) throw new Problem('authentication-invalid-refresh-token', { name: 'refreshToken' });
    sendTokens(exchange, tokens);
  });
};

async function readSecret<M extends Members>({ request }: Exchange, members: M): Promise<Taken<M>> {
  const attributes = new Attributes(await readJsonBody(request, { maxBytes: MAX_BODY_BYTES }));
  const secret = attributes.read(members);
  attributes.finish();
  return secret;
}

function sendTokens(exchange: Exchange, { accessToken, refreshToken }: TokenPair): void {
  sendJson(exchange, 200, {
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    access_token: accessToken,
    refresh_token: refreshToken,
  });
}
