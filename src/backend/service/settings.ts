import { readText } from '../../core/wire/read-json.ts';
import { VhError } from '../../core/errors/vh-error.ts';

/** The API key, or a function that reads it, so that you can rotate it without a restart. */
export type ApiKey = string | (() => string | Promise<string>);

/** Words in place of a key: an unset variable written as text, or an example that was not replaced. */
const PLACEHOLDER = /^(?:undefined|null|none|nil|true|false|nan|\[object .*|change[-_ ]?me|x{4,}|\*{3,})$/i;
const EXAMPLE =
  /^(?:your|my|the|enter|insert)[-_ ]?(?:own[-_ ]?)?(?:vh[-_ ]?)?(?:api|secret)?[-_ ]?key(?:[-_ ]?here)?$/i;

/** The settings without which a backend can do nothing. */
export interface RequiredSettings {
  baseUrl: string | undefined;
  apiKey: ApiKey | undefined;
}

/**
 * Throws `invalid-use` with the name of a missing setting. Called with each request and not at the start: builds load a
 * server's modules where its environment is not set.
 */
export function requireSettings({ baseUrl, apiKey }: RequiredSettings): void {
  if (isEmpty(baseUrl)) throw missing('baseUrl', "the service's address");
  if (typeof apiKey !== 'function') requireKey(apiKey);
}

/** The key without the space around it. Throws for an obviously invalid key; the message does not contain it. */
export function requireKey(given: unknown): string {
  // A key that was read from a file often ends in a new line.
  const key = readText(given)?.trim();
  if (!key) throw missing('apiKey', 'the API key');
  const fault = faultInKey(key);
  if (fault === undefined) return key;
  throw new VhError('invalid-use', `The apiKey of createBackend is not an API key: ${fault}.`);
}

function faultInKey(key: string): string | undefined {
  if (PLACEHOLDER.test(key) || EXAMPLE.test(key) || /^(?:<.*>|\$\{.*\}|\{\{.*\}\}|\$\w+|%\w+%)$/.test(key))
    return 'it is a placeholder. Put the key of your account in its place';
  if (/^(?:bearer|basic) /i.test(key)) return 'it is a whole Authorization header. Give the key alone';
  if (/^https?:\/\//i.test(key)) return 'it is a web address. Are apiKey and baseUrl swapped?';
  if (!/^[\x20-\x7e]+$/.test(key)) return 'it contains a line break or a character outside ASCII';
  return undefined;
}

function isEmpty(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '';
}

function missing(name: string, what: string): VhError {
  const message = `createBackend has no ${name}: set it to ${what}. If it comes from an environment variable, that is not set on this server.`;
  return new VhError('invalid-use', message);
}
