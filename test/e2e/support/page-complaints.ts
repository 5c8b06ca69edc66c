import { readFile } from 'node:fs/promises';
import type { ConsoleMessage, Page } from 'playwright';
import { inRepository } from '../../support/repository.ts';

/** The messages of a console that count. */
interface Counted {
  /** Warnings, too. */
  warnings?: boolean;
  /** Files that are missing: not where a page does without a picture. */
  missingFiles?: boolean;
}

/** What a page complains of from now on: uncaught errors, and those in its console. */
export function complaintsOf(page: Page, { warnings = false, missingFiles = true }: Counted = {}): string[] {
  const complaints: string[] = [];
  const counts = (message: ConsoleMessage) =>
    (message.type() === 'error' || (warnings && message.type() === 'warning')) &&
    (missingFiles || !message.text().startsWith('Failed to load resource'));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (counts(message)) complaints.push(message.text());
  });
  return complaints;
}

/** The rules of axe that a page breaks, each with the first element that does. */
export async function axeFaults(page: Page): Promise<unknown> {
  await page.evaluate(await readFile(inRepository('node_modules/axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(
    'axe.run().then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))',
  );
}
