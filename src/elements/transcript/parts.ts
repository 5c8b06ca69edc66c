/** The lines, and the tools above them: with the first transcript that is in a page. */
export const loadView = () => import('./transcript-view.ts');
