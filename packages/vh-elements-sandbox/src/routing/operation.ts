import type { QueryTable } from '../http/query/query.ts';
import type { JsonSchema } from '../http/values/schema.ts';
import type { Members, Shape } from '../http/values/shape.ts';

/** Methods that a route may serve. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD' | 'PUT';

/** A header that a request may bring. */
export interface HeaderParameter {
  name: string;
  schema: JsonSchema;
  description: string;
}

/** A form with one file. */
export interface Form {
  /** What the file is, for people. */
  file: string;
  /** The text fields beside it. */
  fields?: Members;
}

/** What one operation of the service takes and answers: its handler reads by it, and the OpenAPI document is made of it. */
export interface Operation {
  /** Its name in clients that are generated. */
  id: string;
  method: Method;
  /** As the router takes it: `/videos/:videoId`. */
  path: string;
  tag: string;
  summary: string;
  /** Who may ask; the key or an access token where it is not said. */
  security?: 'uploadToken' | 'none';
  query?: QueryTable;
  headers?: readonly HeaderParameter[];
  /** The members of a JSON body. */
  body?: Members;
  /** A JSON body that the service takes as it is. */
  example?: Readonly<Record<string, unknown>>;
  form?: Form;
  /** The answers of a request that is granted, by status: null for one without a body, several shapes where it is one of them. */
  answers: Readonly<Record<number, Shape | readonly Shape[] | null>>;
  /** What people should know of it beyond its summary. */
  description?: string;
}

/** Makes an operation, each part of it of its own type. */
export function operation<const T extends Operation>(made: T): T {
  return made;
}
