import { test as base } from 'playwright/test';
import { sandboxFixtures } from 'vh-elements-sandbox/testing';
import { promises } from './promises.js';

const test = base.extend(sandboxFixtures());

for (const [name, hold] of Object.entries(promises)) test(name, ({ sandbox }) => hold(sandbox));
