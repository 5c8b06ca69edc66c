import type { Plugin } from 'vite';

export declare function packWorker(): Promise<string>;

export declare function workerBesideBundle(): Plugin;
