import type { EventFormat } from '../ports/event-format.ts';
import { v1Format } from './v1-format.ts';

/** The code of a format. */
export async function formatOf(name: EventFormat['name']): Promise<EventFormat> {
  switch (name) {
    case 'v1':
      return v1Format;
    default:
      throw new RangeError(`There is no format ${name}.`);
  }
}
