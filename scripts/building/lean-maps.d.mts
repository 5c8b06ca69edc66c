import type { Plugin } from 'vite';

export declare function leanMaps(): Plugin;
