import { isVhError, VhError } from '../core/errors/vh-error.ts';

const NO_BACKEND =
  'No page backend answers at this address: compare "backend" in the page with basePath on the server, whose log has a line.';

/** True for an answer that no page backend gives: without its words, or with a page instead of JSON. */
export function isOfAnother({ code, status, slug }: VhError): boolean {
  return code === 'unexpected-answer' || ((status === 404 || status === 405) && slug === undefined);
}

/** The failure of a request to an address at which there is no page backend. */
export function noBackend(cause: VhError): VhError {
  const { status, slug } = cause;
  return new VhError('backend-misconfigured', NO_BACKEND, { cause, status, slug });
}

/** Throws the error of a request to a page backend: the video is not the one that is missing where the backend is. */
export function throwUnlessOurs(error: unknown): never {
  throw isVhError(error) && error.code !== 'unexpected-answer' && isOfAnother(error)
    ? noBackend(error)
    : error;
}
