const heading = /^## `?([a-z]+(?:-[a-z]+)*)`?$/;
const shows = /^- \*\*(Uploader|Recorder|Player) shows:\*\*.*$/;

/**
 * docs/errors.md with the texts that viewers see filled in: each line `- **Uploader shows:** …` gets the English words
 * that the element shows for the code of its section. `faults` names lines that are missing or make no sense.
 */
export function fillErrorTexts(text, tables, words) {
  const faults = [];
  const seen = new Set();
  let code;
  const filled = unwrapped(text).map((line) => {
    code = heading.exec(line)?.[1] ?? code;
    const surface = shows.exec(line)?.[1].toLowerCase();
    if (surface === undefined) return line;
    seen.add(`${surface} ${code}`);
    const table = tables[surface];
    const key = table?.words[code] ?? table?.fallback;
    const shown = words[surface]?.[key];
    if (shown === undefined) faults.push(`docs/errors.md, ${code}: the ${surface} has no words for it`);
    const other = table?.answered?.[code];
    const answered =
      other === undefined ? '' : `; with a \`status\`: “${words[surface]?.[other]}” (\`${other}\`)`;
    return `- **${capital(surface)} shows:** “${shown ?? ''}” (\`${key ?? ''}\`)${answered}`;
  });
  for (const [surface, table] of Object.entries(tables)) {
    for (const one of Object.keys(table.words)) {
      if (!seen.has(`${surface} ${one}`))
        faults.push(`docs/errors.md, ${one}: lacks the line "- **${capital(surface)} shows:**"`);
    }
  }
  return { text: filled.join('\n'), faults };
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Lines of the file; one that the formatter has wrapped is put together again where it is to be replaced. */
function unwrapped(text) {
  const lines = [];
  for (const line of text.split('\n')) {
    const last = lines.at(-1);
    if (/^ {2}\S/.test(line) && last !== undefined && shows.test(last))
      lines[lines.length - 1] = `${last} ${line.trim()}`;
    else lines.push(line);
  }
  return lines;
}
