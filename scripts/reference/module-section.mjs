import { code, table } from './markdown.mjs';

/** The longest type that is shown whole; of a longer one only the description is. */
const longestType = 300;

/** The reference of one module of the package: functions, classes and shapes first, then the types that they name. */
export function moduleSection(title, intro, found) {
  const ofKind = (kind) => found.filter((one) => one.kind === kind);
  return [
    `## ${title}`,
    intro,
    ...ofKind('function').flatMap(functionSection),
    ...[...ofKind('class'), ...ofKind('interface')].flatMap(shapeSection),
    ...typeAliases(ofKind('type')),
  ].join('\n\n');
}

const functionSection = ({ name, description, text }) => [`### \`${name}()\``, code(text), description];

function shapeSection({ name, description, members }) {
  const methods = members.filter(({ isMethod }) => isMethod);
  const properties = members.filter(({ isMethod }) => !isMethod);
  return [
    `### \`${name}\``,
    description,
    ...table(
      ['property', 'type', ''],
      properties.map((one) => [
        code(one.name + (one.isOptional ? '?' : '')),
        code(one.type),
        one.description,
      ]),
    ),
    ...table(
      ['method', ''],
      methods.map((one) => [code(one.name), one.description]),
    ),
  ];
}

function typeAliases(list) {
  if (list.length === 0) return [];
  const rows = list.map(({ name, text, description }) => [
    code(name),
    text.length <= longestType ? code(text) : '',
    description,
  ]);
  return ['### Other types', ...table(['type', 'is', ''], rows)];
}
