import { createHmac } from 'node:crypto';

/** What proves that a body comes from who knows the secret: its HMAC-SHA256 in lower-case hexadecimal digits. */
export function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
