import type { Plugin } from 'vite';

/** Puts a page of the demo into the frame that all of them share. A page is its title, its script and its `<main>`. */
export function demoFrame(): Plugin;
