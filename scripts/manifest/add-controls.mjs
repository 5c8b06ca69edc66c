const folder = /src\/elements\/player\/skin\/(?:controls\/|seek-bar\/seek-bar\.)/;

const isCommands = ({ name }) => name === 'PlayerCommands';

const room = /src\/elements\/player\//;
const lists = ['attributes', 'slots', 'events', 'cssParts', 'cssStates'];

/**
 * The player loads its parts when they are needed: the class of each part lists the attributes, slots, events and parts for
 * style sheets that it brings. Each control has in addition an attribute, two slots and, if it draws anything, a part by its
 * name. The class of the player's commands lists those.
 */
export function addControls({ modules }) {
  const player = modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === 'vh-player');
  if (!player) return;
  const declared = modules.flatMap(({ declarations = [] }) => declarations);
  player.commands = declared.find(isCommands)?.commands;
  const parts = modules
    .filter(({ path }) => room.test(path) && !folder.test(path))
    .flatMap(({ declarations = [] }) => declarations.filter(({ tagName }) => !tagName));
  for (const list of lists) player[list] = [...(player[list] ?? []), ...partsOf(parts, list, player[list])];
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
    controls.flatMap(({ name, words, cssParts, isUndrawn }) => [
      ...(isUndrawn ? [] : [{ name, description: `The control \`${name}\`. ${words}` }]),
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

/** Members that the classes document and the player does not have yet: its base class documents some, too. */
function partsOf(classes, list, present = []) {
  const reported = classes.flatMap((declaration) => declaration[list] ?? []);
  return reported.filter(
    ({ name, description, fieldName }) =>
      description && fieldName === undefined && !present.some((other) => other.name === name),
  );
}

function controlsOf({ declarations = [] }) {
  return declarations.flatMap(
    ({ members = [], description = '', attributes = [], cssParts = [], isUndrawn }) => {
      const name = members.find((member) => member.name === 'name')?.default?.replaceAll("'", '');
      return name ? [{ name, words: description, attributes, cssParts, isUndrawn }] : [];
    },
  );
}
