import type { Plugin } from 'vite';

export declare function wordFiles(): Plugin;
