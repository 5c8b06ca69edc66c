import { it } from 'node:test';
import { judgesAll } from './division.ts';

/** A test that only a whole run has: it goes another way through what its file judges once. */
export const itWithAll: typeof it = judgesAll ? it : Object.assign(() => Promise.resolve(), { ...it });
