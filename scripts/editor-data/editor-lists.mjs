/** The words that an attribute takes, where its type is a list of them. */
const valuesOf = ({ type }) => [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => ({ name }));

const named = ({ name, description }) => ({ name, description });

/** VS Code's custom data: tags and attributes for completion in HTML. */
export const vsCodeData = (elements) => ({
  version: 1.1,
  tags: elements.map(({ tag, summary, attributes }) => ({
    name: tag,
    description: summary,
    attributes: attributes.map((attribute) => ({
      ...named(attribute),
      ...(attribute.type?.text === 'boolean' ? { valueSet: 'v' } : { values: valuesOf(attribute) }),
    })),
  })),
});

/** web-types, which JetBrains' editors read. */
export const webTypes = (elements, { name, version }) => ({
  '$schema': 'https://json.schemastore.org/web-types',
  name,
  version,
  'description-markup': 'markdown',
  'contributions': {
    html: {
      elements: elements.map((element) => ({
        name: element.tag,
        description: element.summary,
        attributes: element.attributes.map((attribute) => ({
          ...named(attribute),
          value: { type: attribute.type?.text ?? 'string' },
        })),
        slots: element.slots.map(named),
        js: {
          properties: element.fields.map((field) => ({ ...named(field), type: field.type?.text })),
          events: element.events.map(named),
        },
        css: { parts: element.parts.map(named), properties: element.cssProperties.map(named) },
      })),
    },
  },
});
