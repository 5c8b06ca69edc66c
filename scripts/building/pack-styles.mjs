import { parseAst } from 'rolldown/parseAst';

const STYLES = /(?<=\bcss ?`)[^`]*`/g;

/** The same script with its style sheets and templates packed. */
export const packStylesOf = (script) =>
  // The line breaks come after it: what follows in the script stays where the source maps say.
  unindentTemplates(script.replaceAll(STYLES, (style) => packStyle(style) + style.replaceAll(/[^\n]/g, '')));

/** The same script with no blanks at the beginning of a line of HTML: a browser makes one of a line break and blanks. */
export function unindentTemplates(script) {
  if (!/\b(?:html|svg) ?`/.test(script)) return script;
  const texts = [];
  const find = (node) => {
    if (node?.type === 'TaggedTemplateExpression' && /^(?:html|svg)$/.test(node.tag.name))
      texts.push(...node.quasi.quasis);
    if (node && typeof node === 'object') Object.values(node).forEach(find);
  };
  find(parseAst(script));
  texts.sort((one, other) => other.start - one.start);
  return texts.reduce(
    (packed, { start, end }) =>
      packed.slice(0, start) + packed.slice(start, end).replaceAll(/\n[ \t]+/g, '\n') + packed.slice(end),
    script,
  );
}

/** The same style sheet in fewer letters; what stands in quotation marks is left alone. */
export function packStyle(style) {
  return style
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .trim()
    .replaceAll(/'[^']*'|"[^"]*"|\s*[{};,]\s*|:\s+|\s+/g, (found) =>
      /^['"]/.test(found) ? found : found.trim() || ' ',
    )
    .replaceAll(';}', '}')
    .replaceAll(/(?<=[\s:,(])0(?=\.\d)/g, '')
    .replaceAll('#ffffff', '#fff');
}
