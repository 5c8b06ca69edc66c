// What the memory of uploads loads later, with an upload or without one: see `../parts.ts`.

/** Copies of files for the next page: where a page asks for them by `keep-files`, once a byte has left, and where there are some. */
export const loadKeeping = () => import('./keep-file.ts').catch(() => undefined);
