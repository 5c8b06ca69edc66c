const doc = (text, indent) =>
  text ? `${indent}/** ${text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('*/', '')} */\n` : '';

/** The name under which a framework type finds an event's class. Native ones are global. */
const eventType = (element, event) => {
  const name = event.type?.text ?? 'Event';
  return element.exported.includes(name) ? `import('./${element.path.replace('dist/', '')}').${name}` : name;
};

/** Handlers of the element's own events; the frameworks know the native ones. */
const handlers = (element) =>
  element.events
    .filter(({ name }) => name.startsWith('vh-'))
    .map((event) => {
      const member = `'on${event.name}'?: ((event: ${eventType(element, event)}) => void) | undefined;\n`;
      return doc(event.description, '  ') + `  ${member}`;
    })
    .join('');

/** Everything that may be written on a tag, as an attribute or as a property, with the class's own types. */
function members({ className, fields, attributes, loneAttributes }) {
  const alone = loneAttributes.map(
    ({ name, type, description }) =>
      `${doc(description, '  ')}  '${name}'?: ${type?.text ?? 'string'} | undefined;\n`,
  );
  const withField = fields
    .filter(({ readonly }) => !readonly)
    .map((field) => {
      const attribute = attributes.find(({ fieldName }) => fieldName === field.name)?.name;
      const names = [...new Set([attribute, field.name])].filter(Boolean);
      const type = `${className}['${field.name}'] | undefined`;
      return names.map((name) => `${doc(field.description, '  ')}  '${name}'?: ${type};\n`).join('');
    });
  return [...alone, ...withField].join('');
}

const imports = (elements) =>
  elements
    .map(({ className, path }) => `import type { ${className} } from './${path.replace('dist/', '')}';\n`)
    .join('');

const block = (className, suffix, body) => `export interface ${className}${suffix} {\n${body}}\n`;

/** `dist/element-props.d.ts`, from which the frameworks' types are put together. */
export function propsTypes(elements) {
  const interfaces = elements.flatMap((element) => [
    block(element.className, 'Props', members(element)),
    block(element.className, 'Handlers', handlers(element)),
  ]);
  return [imports(elements), ...interfaces].join('\n');
}
