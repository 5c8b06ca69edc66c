import type { LoggedRequest, Message } from './logged-request.ts';

/** Headers that curl sets itself, or that only a browser means. */
const LEFT_OUT =
  /^(?:host|connection|content-length|accept-encoding|user-agent|sec-.*|origin|referer|dnt|priority|authorization)$/;

/** The same request as a line for a shell. Secrets are not in it: the shell has them as variables. */
export function curlOf(
  { method, target, request }: Pick<LoggedRequest, 'method' | 'target'> & { request: Message },
  origin: string,
): string {
  const { headers, body } = request;
  const authorization = headers.find(([name]) => name === 'authorization')?.[1];
  const words = ['curl', '-X', method, quote(origin + target)];
  if (authorization?.startsWith('Basic')) words.push('-u', '"$VH_API_KEY:"');
  else if (authorization !== undefined) words.push('-H', '"Authorization: Bearer $VH_TOKEN"');
  for (const [name, value] of headers) if (!LEFT_OUT.test(name)) words.push('-H', quote(`${name}: ${value}`));
  if (body !== null) words.push('--data-raw', quote(body));
  return words.join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
