import type { Plugin } from 'vite';

export declare function workerBesideBundle(packages: Set<string>): Plugin;
