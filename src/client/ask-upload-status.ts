import type { Grant } from '../core/wire/grant.ts';
import { requireId } from '../core/wire/id.ts';
import { isVhError } from '../core/errors/vh-error.ts';
import { requestJson, type RequestOptions } from './request.ts';

/** Asks the service how much of an upload it has, as it says it; undefined when the service cannot say. */
export async function fetchUploadStatus(
  { url, headers, token }: Pick<Grant, 'url' | 'token' | 'headers'>,
  videoId: string,
  { environment, signal, retries }: Pick<RequestOptions, 'environment' | 'signal' | 'retries'> = {},
): Promise<unknown> {
  try {
    return await requestJson(
      {
        url: below(url, requireId(videoId)),
        what: "The request for an upload's status",
        headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        ...{ signal, retries },
      },
      environment,
    );
  } catch (error) {
    // 404 and 405 are how a service without the extension answers.
    if (isVhError(error) && (error.status === 404 || error.status === 405)) return undefined;
    throw error;
  }
}

/** An address one step down, with its query where it was. */
function below(url: string, step: string): string {
  const [path = '', ...query] = url.split('?');
  return [`${path.replace(/\/+$/, '')}/${step}`, ...query].join('?');
}
