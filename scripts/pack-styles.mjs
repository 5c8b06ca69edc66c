import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const STYLES = /(?<=\bcss ?`)[^`]*(?=`)/g;

/** Packs the style sheets in the scripts below a folder. */
export function packStyles(folder) {
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(parentPath, name);
    const script = readFileSync(file, 'utf8');
    const packed = packStylesOf(script);
    if (packed !== script) writeFileSync(file, packed);
  }
}

/** The same script with its style sheets packed. */
export const packStylesOf = (script) => script.replaceAll(STYLES, packStyle);

/**
 * The same style sheet in fewer letters; what stands in quotation marks is left alone. Its line breaks are at its end:
 * what follows in the script stays where the source maps say.
 */
export function packStyle(style) {
  const packed = style
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .trim()
    .replaceAll(/'[^']*'|"[^"]*"|\s*[{};,]\s*|:\s+|\s+/g, (found) =>
      /^['"]/.test(found) ? found : found.trim() || ' ',
    )
    .replaceAll(';}', '}');
  return packed + style.replaceAll(/[^\n]/g, '');
}
