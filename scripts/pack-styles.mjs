import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const STYLES = /(?<=\bcss ?`)[^`]*(?=`)/g;

/** Takes comments and indentation off the style sheets in the scripts below a folder; their lines stay where the maps say. */
export function packStyles(folder) {
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(parentPath, name);
    const script = readFileSync(file, 'utf8');
    const packed = script.replaceAll(STYLES, packStyle);
    if (packed !== script) writeFileSync(file, packed);
  }
}

/** The same style sheet in fewer letters; what stands in quotation marks is left alone. */
export function packStyle(style) {
  return style
    .replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^[ \t]+|[ \t]+$/gm, '')
    .replaceAll(/'[^'\n]*'|"[^"\n]*"|[:,] | \{/g, (found) => (/^['"]/.test(found) ? found : found.trim()));
}
