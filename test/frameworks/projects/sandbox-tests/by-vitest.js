import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { useSandbox } from 'vh-elements-sandbox/testing';
import { promises } from './promises.js';

const sandbox = useSandbox({ beforeAll, beforeEach, afterAll });

for (const [name, hold] of Object.entries(promises)) test(name, () => hold(sandbox()));
