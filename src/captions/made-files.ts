/** Addresses of files of captions that the library made from others; each ends when its track has read it. */
export const madeFiles = new Set<string>();
