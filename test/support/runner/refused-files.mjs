// Answers 503 in place of a file, for as long as a test wants. Each page begins with none.

/** The paths of the files that are refused now. */
let refused = new Set();

/** `/refused?path=/src/x.ts` refuses that file from now on; `/refused` refuses none any more. */
export function refusedFiles(context, next) {
  if (context.path === '/refused') {
    refused = new Set([context.query.path].flat().filter(Boolean));
    context.status = 204;
    return undefined;
  }
  if (context.path === '/' && 'wtr-session-id' in context.query) refused = new Set();
  if (!refused.has(context.path)) return next();
  context.status = 503;
  context.body = '';
  return undefined;
}
