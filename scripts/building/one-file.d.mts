import type { Plugin } from 'vite';

export declare function serveAtOnceInOneFile(entryName: string): Plugin;
