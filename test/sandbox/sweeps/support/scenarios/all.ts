import type { Scenario } from '../scenario.ts';
import { copies } from './copies.ts';
import { packaging } from './packaging.ts';
import { parts } from './parts.ts';
import { pictures } from './pictures.ts';
import { recording } from './recording.ts';
import { tus } from './tus.ts';

/** Every scenario, the fastest first. */
export const SCENARIOS = [parts, tus, copies, pictures, recording, packaging] as readonly Scenario[];
