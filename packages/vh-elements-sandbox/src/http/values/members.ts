import { required } from '../problem.ts';

/** An object of JSON, unread. */
export type Members = Readonly<Record<string, unknown>>;

/** Takes an attribute that must be an object; refuses anything else. */
export function membersOf(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw required(name);
  return value as Members;
}
