import { reportSetup } from './report-setup.ts';
import { isVhError, type VhErrorCode } from '../errors/vh-error.ts';

/** Codes of mistakes that the author of a site can fix. Others concern one visitor, one file or one moment. */
const SETUP_CODES: readonly VhErrorCode[] = [
  'api-key-in-page',
  'invalid-use',
  'grant-missing',
  'grant-refused',
  'token-invalid',
  'token-expired',
  'unexpected-answer',
  'request-refused',
  'backend-misconfigured',
  'blocked-by-policy',
  'service-unavailable',
  'not-found',
  'media-not-found',
  'media-forbidden',
  'media-unsupported',
];

/** Warns the author of an error that an element reports, if it is a mistake in the set-up. */
export function reportSetupError(error: unknown): void {
  // Of a refused origin, `report-unreachable.ts` says more.
  if (!isVhError(error) || error.slug === 'origin-refused') return;
  if (SETUP_CODES.includes(error.code)) reportSetup(error.code, error.message);
}
