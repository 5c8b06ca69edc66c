import { Attributes } from '../../http/values/attributes.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Problem } from '../../http/problem.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendJson } from '../../http/respond.ts';
import type { RegisterRoutes } from '../../services/services.ts';
import { ACCESS_TOKEN_SECONDS, type TokenPair } from '../../store/account/access-tokens.ts';

/** Bytes of a body that holds one secret. */
const MAX_BODY_BYTES = 16 * 1024;

/** Exchanges the API key for an access token, and refreshes it. */
export const registerAuthRoutes: RegisterRoutes = ({ router, credentials, keyOrigins, accessTokens }) => {
  router.open('POST', '/auth/api-key', async (exchange) => {
    keyOrigins.check(exchange.request);
    const apiKey = await readOne(exchange, 'apiKey');
    if (!credentials.isApiKey(apiKey)) {
      throw new Problem('authentication-invalid-user-credentials', { name: 'apiKey' });
    }
    sendTokens(exchange, accessTokens.issue());
  });

  router.open('POST', '/auth/refresh', async (exchange) => {
    keyOrigins.check(exchange.request);
    const tokens = accessTokens.refresh(await readOne(exchange, 'refreshToken'));
    if (!tokens) throw new Problem('authentication-invalid-refresh-token', { name: 'refreshToken' });
    sendTokens(exchange, tokens);
  });
};

async function readOne({ request }: Exchange, name: string): Promise<string> {
  const attributes = new Attributes(await readJsonBody(request, { maxBytes: MAX_BODY_BYTES }));
  const value = attributes.requiredText(name);
  attributes.finish();
  return value;
}

function sendTokens(exchange: Exchange, { accessToken, refreshToken }: TokenPair): void {
  sendJson(exchange, 200, {
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    access_token: accessToken,
    refresh_token: refreshToken,
  });
}
