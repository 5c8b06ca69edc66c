const folder = /src\/elements\/player\/skin\/controls\//;

const isCommands = ({ name }) => name === 'PlayerCommands';

/**
 * Each control of the player is a class of its own, and has an attribute, a part and two slots by its name, beside the
 * attributes and parts that the class tells of. The class of the player's commands lists those.
 */
export function addControls({ modules }) {
  const player = modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === 'vh-player');
  if (!player) return;
  const declared = modules.flatMap(({ declarations = [] }) => declarations);
  player.commands = declared.find(isCommands)?.commands;
  const controls = modules.filter(({ path }) => folder.test(path)).flatMap(controlsOf);
  const add = (list, entries) => (player[list] = [...(player[list] ?? []), ...entries]);
  add(
    'attributes',
    controls.flatMap(({ name, words, attributes }) => [
      {
        name: `without-${name}`,
        type: { text: 'boolean' },
        description: `Takes out the control \`${name}\`, with its keys. ${words}`,
      },
      ...attributes,
    ]),
  );
  add(
    'cssParts',
    controls.flatMap(({ name, words, cssParts }) => [
      { name, description: `The control \`${name}\`. ${words}` },
      ...cssParts,
    ]),
  );
  add(
    'slots',
    controls.flatMap(({ name }) => [
      { name: `before-${name}`, description: `Stands before the control \`${name}\`.` },
      { name: `after-${name}`, description: `Stands after the control \`${name}\`.` },
    ]),
  );
}

function controlsOf({ declarations = [] }) {
  return declarations.flatMap(({ members = [], description = '', attributes = [], cssParts = [] }) => {
    const name = members.find((member) => member.name === 'name')?.default?.replaceAll("'", '');
    return name ? [{ name, words: description, attributes, cssParts }] : [];
  });
}
