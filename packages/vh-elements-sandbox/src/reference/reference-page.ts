import { PROBLEMS, type ProblemSlug } from '../http/problem.ts';
import { escapeHtml } from '../http/send/send-page.ts';
import { adviceOf } from './advice.ts';

/** What a refusal means, and what to do. */
export interface Explanation {
  slug: ProblemSlug;
  status: number;
  title: string;
  advice: string;
}

/** The explanations of all refusals. */
export function explanations(): Explanation[] {
  return (Object.keys(PROBLEMS) as ProblemSlug[]).map((slug) => {
    const [status, title] = PROBLEMS[slug];
    return { slug, status, title, advice: adviceOf(slug) };
  });
}

/** The page of one refusal; its links are relative, so that it works behind any prefix. */
export function explanationPage({ slug, status, title, advice }: Explanation): string {
  return page(`${title.replace(/\.$/, '')} – the sandbox`, 'reference.css', [
    `<p class="code">${escapeHtml(slug)}</p>`,
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>The service refused the request with the status ${String(status)}.</p>`,
    '<h2>What to do</h2>',
    `<p>${words(advice)}</p>`,
    '<h2>What the answer says</h2>',
    `<p>${words('`name` is the parameter or member at fault, `detail` says more, and `problems` has every fault where several things were looked at. Each of them is there only where it helps.')}</p>`,
    '<p><a href="./">All refusals</a></p>',
  ]);
}

/** The page of a slug that is none. */
export function unknownPage(): string {
  return page('No such refusal – the sandbox', 'reference.css', [
    '<h1>There is no such refusal</h1>',
    '<p>The service never answers with this code.</p>',
    '<p><a href="./">All refusals</a></p>',
  ]);
}

/** The page that lists all refusals. */
export function listPage(): string {
  const rows = explanations().map(
    ({ slug, status, title }) =>
      `<li><a href="${escapeHtml(slug)}">${escapeHtml(slug)}</a> <span>${String(status)} · ${escapeHtml(title)}</span></li>`,
  );
  return page('Refusals – the sandbox', 'reference.css', [
    '<h1>Refusals of the service</h1>',
    `<p>${words('Each refusal is an `application/problem+json`, and its `type` is the address of its page here, but for three of resumable uploads, whose types are registered.')}</p>`,
    `<ul>${rows.join('')}</ul>`,
  ]);
}

/** A sentence with its `code`. */
function words(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function page(title: string, style: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main>
${parts.join('\n')}
</main>
</body>
</html>
`;
}
