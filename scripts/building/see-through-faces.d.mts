import type { Plugin } from 'vite';

export function seeThroughFaces(file: string, code: string): string;

export declare function copyPartLists(): Plugin;
