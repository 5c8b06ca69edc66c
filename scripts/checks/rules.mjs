import { errors } from './code/errors.mjs';
import { escapes } from './code/escapes.mjs';
import { events } from './code/events.mjs';
import { keys } from './architecture/keys.mjs';
import { layering } from './architecture/layering.mjs';
import { ownership } from './architecture/ownership.mjs';
import { registration } from './architecture/registration.mjs';
import { folders } from './architecture/folders.mjs';
import { shape } from './architecture/shape.mjs';
import { shipping } from './architecture/shipping.mjs';
import { stores } from './architecture/stores.mjs';
import { places } from './tests/places.mjs';
import { tests } from './tests/tests.mjs';

/** The rules, by number. `find(project, facts)` returns one line for each fault. */
export const rules = [
  registration,
  layering,
  keys,
  errors,
  events,
  shape,
  ownership,
  shipping,
  escapes,
  tests,
  folders,
  places,
  stores,
];
