/** What it shows: with the first upload of the page. */
export const loadStatusView = () => import('./status-view.ts');
