import { code, table } from './markdown.mjs';

const described = ({ name, description }) => [code(name), description];

/** The reference of one element: a table for each kind of public name, straight from the manifest. */
export function elementSection(element) {
  const { slots, states } = element;
  const below = (title, tables) =>
    tables.length === 0 ? [] : [`### ${title} of \`<${element.tag}>\``, ...tables];
  return [
    `## \`<${element.tag}>\``,
    element.summary,
    ...below('Attributes', attributesAndProperties(element)),
    ...below(
      'Methods',
      table(
        ['method', ''],
        element.methods.map((method) => [code(signature(method)), method.description]),
      ),
    ),
    ...below('Events', events(element)),
    ...below(
      'Slots',
      table(
        ['slot', ''],
        slots.map(({ name, description }) => [name ? code(name) : 'default', description]),
      ),
    ),
    ...below('Parts', table(['part', ''], element.parts.map(described))),
    ...below(
      'Custom properties',
      table(
        ['custom property', 'default', ''],
        element.cssProperties.map(({ name, default: value, description }) => [
          code(name),
          code(value),
          description,
        ]),
      ),
    ),
    ...below(
      'States',
      table(
        ['state', ''],
        states.map(({ name, description }) => [code(`:state(${name})`), description]),
      ),
    ),
    ...below('Commands', table(['command', ''], element.commands.map(described))),
  ].join('\n\n');
}

function attributesAndProperties(element) {
  const attributeOf = ({ name }) => element.attributes.find(({ fieldName }) => fieldName === name)?.name;
  return table(
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
  );
}

/** One row an event, and below them one row for each field that an event of ours carries. */
function events({ events: list }) {
  const fields = list.flatMap((event) =>
    event.fields.map(({ name, type, description }) => [
      code(event.name),
      code(`event.${name}`),
      code(type?.text),
      description ?? '',
    ]),
  );
  return [...table(['event', ''], list.map(described)), ...table(['event', 'field', 'type', ''], fields)];
}

const signature = ({ name, parameters = [] }) =>
  `${name}(${parameters.map((parameter) => parameter.name).join(', ')})`;
