// The script of an embed page. The page loads `vh-elements.js` beside it.
import { runEmbedPage } from '../embed-page/embed-page.ts';

runEmbedPage();
