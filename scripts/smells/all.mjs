import { errors } from './errors.mjs';
import { escapes } from './escapes.mjs';
import { events } from './events.mjs';
import { keys } from './keys.mjs';
import { layering } from './layering.mjs';
import { ownership } from './ownership.mjs';
import { registration } from './registration.mjs';
import { rooms } from './rooms.mjs';
import { shape } from './shape.mjs';
import { shipping } from './shipping.mjs';
import { tests } from './tests.mjs';
import { words } from './words.mjs';

/** The smells, by number. `find(project, facts)` gives one line for each place that smells. */
export const smells = [
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
  words,
  rooms,
];
