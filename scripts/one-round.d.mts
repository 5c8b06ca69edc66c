import type { Plugin } from 'vite';

export function importInOneRound(): Plugin;
