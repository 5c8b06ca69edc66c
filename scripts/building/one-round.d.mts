import type { Plugin } from 'vite';

export declare function importInOneRound(awaited?: RegExp): Plugin;
