const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

/** Text as code; nothing where there is no text. */
export const code = (text) => (text ? `\`${text}\`` : '');

/** A Markdown table as a list of one block; an empty list where there are no rows. */
export function table(heads, rows) {
  if (rows.length === 0) return [];
  const lines = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`);
  return [lines.join('\n')];
}
