import { MEDIA_EVENTS } from './react-components.mjs';

const doc = (text, indent) =>
  text ? `${indent}/** ${text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('*/', '')} */\n` : '';

/** The name under which a framework type finds an event's class. Native ones are global. */
const eventType = (element, event) => {
  const name = event.type?.text ?? 'Event';
  return element.exported.includes(name) ? `import('./${element.path.replace('dist/', '')}').${name}` : name;
};

/** Handlers of native events that are the element's own: frameworks know the names, and not whose they are. */
function nativeHandlers({ className, tag, events }) {
  const own = events.map(({ name }) => name).filter((name) => !name.startsWith('vh-'));
  const names = new Set([...own, ...(tag === 'vh-player' ? MEDIA_EVENTS : [])]);
  const type = `((event: Event & { readonly currentTarget: ${className} }) => void) | undefined`;
  return [...names].map((name) => `  'on${name}'?: ${type};\n`).join('');
}

/** Handlers of the element's own events; the frameworks know the native ones. */
const handlers = (element) =>
  element.events
    .filter(({ name }) => name.startsWith('vh-'))
    .map((event) => {
      const type = `${eventType(element, event)} & { readonly currentTarget: ${element.className} }`;
      return doc(event.description, '  ') + `  'on${event.name}'?: ((event: ${type}) => void) | undefined;\n`;
    })
    .join('');

/**
 * Everything that may be written on a tag: its attributes, and the properties that have none, with the class's own types. No
 * attribute by its property's name: a server would write that into the HTML, where it is another.
 */
function props({ className, fields, attributes, loneAttributes }) {
  const alone = loneAttributes.map(({ name, type, description }) =>
    member(name, type?.text ?? 'string', description),
  );
  const withField = settable(fields).map(({ name, type, description }) => {
    const attribute = attributes.find(({ fieldName }) => fieldName === name)?.name;
    const own = `${className}['${name}']`;
    // HTML has text alone.
    const written = attribute && /\bnumber\b/.test(type?.text ?? '') ? `${own} | string` : own;
    return member(attribute ?? name, written, description);
  });
  return [...alone, ...withField].join('');
}

/** Everything that may be set on the element. */
const properties = ({ className, fields }) =>
  settable(fields)
    .map(({ name, description }) => member(name, `${className}['${name}']`, description))
    .join('');

const settable = (fields) => fields.filter(({ readonly }) => !readonly);

const member = (name, type, description) => `${doc(description, '  ')}  '${name}'?: ${type} | undefined;\n`;

const imports = (elements) =>
  elements
    .map(({ className, path }) => `import type { ${className} } from './${path.replace('dist/', '')}';\n`)
    .join('');

const block = (className, suffix, body) => `export interface ${className}${suffix} {\n${body}}\n`;

/** `dist/element-props.d.ts`, from which the frameworks' types are put together. */
export function propsTypes(elements) {
  const interfaces = elements.flatMap((element) => [
    block(element.className, 'Props', props(element)),
    block(element.className, 'Properties', properties(element)),
    block(element.className, 'Handlers', handlers(element)),
    block(element.className, 'NativeHandlers', nativeHandlers(element)),
  ]);
  return [imports(elements), ...interfaces].join('\n');
}
