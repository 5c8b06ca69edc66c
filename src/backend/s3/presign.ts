const encoder = new TextEncoder();

/** The credentials of a store, and where it is. */
export interface S3Credentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string | undefined;
}

/** A request that is signed ahead. */
export interface PresignedRequest {
  method: string;
  url: URL;
  /** Seconds that the address is good for. */
  seconds: number;
  /** Milliseconds, by the wall clock. */
  now: number;
}

/**
 * The address of a request that is signed in its query, by AWS Signature Version 4: whoever has it may make this request until
 * it expires, with any body.
 */
export async function presign(
  { method, url, seconds, now }: PresignedRequest,
  { region, accessKeyId, secretAccessKey, sessionToken }: S3Credentials,
): Promise<string> {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const query = new Map(url.searchParams);
  query.set('X-Amz-Algorithm', 'AWS4-HMAC-SHA256');
  query.set('X-Amz-Credential', `${accessKeyId}/${scope}`);
  query.set('X-Amz-Date', time);
  query.set('X-Amz-Expires', String(seconds));
  if (sessionToken !== undefined) query.set('X-Amz-Security-Token', sessionToken);
  query.set('X-Amz-SignedHeaders', 'host');
  const words = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = words.join('&');
  const path = url.pathname.split('/').map((segment) => encode(decodeURIComponent(segment)));
  const request = [method, path.join('/'), canonical, `host:${url.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  );
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(request));
  let key: Uint8Array<ArrayBuffer> = encoder.encode(`AWS4${secretAccessKey}`);
  for (const word of [day, region, 's3', 'aws4_request']) key = await hmac(key, word);
  const signature = await hmac(
    key,
    ['AWS4-HMAC-SHA256', time, scope, hex(new Uint8Array(digest))].join('\n'),
  );
  return `${url.origin}${path.join('/')}?${canonical}&X-Amz-Signature=${hex(signature)}`;
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** As the signature has it: `encodeURIComponent` leaves some signs. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
