import { createHmac } from 'node:crypto';

/** The proof that a body's sender knows the secret: its HMAC-SHA256 in lower-case hexadecimal digits. */
export function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
