const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
const code = (text) => (text ? `\`${text}\`` : '');

/** A Markdown table; nothing at all where there are no rows. */
function table(heads, rows) {
  if (rows.length === 0) return [];
  const lines = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`);
  return [lines.join('\n')];
}

/** What the README says of one element: a table for each kind of name, straight from the manifest. */
export function tablesOf(element) {
  const attributeOf = ({ name }) => element.attributes.find(({ fieldName }) => fieldName === name)?.name;
  const described = ({ name, description }) => [code(name), description];
  return [
    `### \`<${element.tag}>\``,
    element.summary,
    ...table(
      ['attribute', 'property', 'type', ''],
      [
        ...element.loneAttributes.map(({ name, type, description }) => [
          code(name),
          '',
          code(type?.text),
          description,
        ]),
        ...element.fields.map((field) => [
          code(attributeOf(field)),
          code(field.name),
          code(field.type?.text),
          `${field.description}${field.readonly ? ' Read only.' : ''}`,
        ]),
      ],
    ),
    ...table(
      ['method', ''],
      element.methods.map((method) => [code(signature(method)), method.description]),
    ),
    ...table(['event', ''], element.events.map(described)),
    ...table(
      ['slot', ''],
      element.slots.map(({ name, description }) => [name ? code(name) : 'default', description]),
    ),
    ...table(['part', ''], element.parts.map(described)),
    ...table(['custom property', ''], element.cssProperties.map(described)),
    ...table(
      ['state', ''],
      element.states.map(({ name, description }) => [code(`:state(${name})`), description]),
    ),
  ].join('\n\n');
}

const signature = ({ name, parameters = [] }) =>
  `${name}(${parameters.map((parameter) => parameter.name).join(', ')})`;
