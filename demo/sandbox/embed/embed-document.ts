import { escapeHtml } from '../http/send-page.ts';

/** The page around one player; everything that it does is in its scripts. */
export function embedDocument(title: string): string {
  return wrap(
    title,
    `<script type="module" src="../assets/vh-elements.js"></script>
    <script type="module" src="../assets/embed-page.js"></script>`,
    '',
  );
}

/** The page in place of a player that cannot be, with a sentence for people. */
export function noticeDocument(sentence: string): string {
  return wrap(sentence, '', `<p class="notice">${escapeHtml(sentence)}</p>`);
}

function wrap(title: string, scripts: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark" />
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="../assets/embed.css" />
    ${scripts}
  </head>
  <body>${body}</body>
</html>
`;
}
