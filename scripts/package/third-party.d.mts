import type { Plugin } from 'vite';

export declare function gatherPackages(packages: Set<string>): Plugin;

export declare function noticesOf(packages: Set<string>): string;
