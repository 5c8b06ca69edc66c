import { addControls } from './add-controls.mjs';

/** Makes of the analyzer's findings what people may rely on: public names only, under the paths that are shipped. */
export function tidy() {
  return { name: 'tidy', analyzePhase, packageLinkPhase: tidyManifest };
}

function analyzePhase(context) {
  dropStates(context);
  addCommands(context);
  markUndrawn(context);
}

/** A control without a button has no part: its `render` says that it draws nothing. */
function markUndrawn({ ts, node, moduleDoc }) {
  if (!ts.isClassDeclaration(node)) return;
  const declaration = moduleDoc.declarations?.find(({ name }) => name === node.name?.getText());
  const render = node.members.find((member) => member.name?.getText() === 'render');
  if (declaration && render?.type?.getText() === 'typeof nothing') declaration.isUndrawn = true;
}

/** `@command --play - Plays.` in a class comment: what a button with `commandfor` may ask for. The analyzer knows no such tag. */
function addCommands({ ts, node, moduleDoc }) {
  if (!ts.isClassDeclaration(node)) return;
  const declaration = moduleDoc.declarations?.find(({ name }) => name === node.name?.getText());
  const tags = ts.getJSDocTags(node).filter(({ tagName }) => tagName.text === 'command');
  if (!declaration || tags.length === 0) return;
  declaration.commands = tags.map(({ comment }) => {
    const [, name, description = ''] = /^(--[\w-]+)\s*(?:-\s+)?([\s\S]*)$/.exec(
      ts.getTextOfJSDocComment(comment),
    );
    return { name, description: description.trim() };
  });
}

/** Lit keeps reactive state beside properties, marked `state: true`; it is private. */
function dropStates({ ts, node, moduleDoc }) {
  if (!ts.isClassDeclaration(node)) return;
  const declaration = moduleDoc.declarations?.find(({ name }) => name === node.name?.getText());
  const config = node.members.find((member) => member.name?.getText() === 'properties')?.initializer;
  if (!declaration || !config || !ts.isObjectLiteralExpression(config)) return;
  const states = config.properties
    .filter((property) => /\bstate: true\b/.test(property.initializer.getText()))
    .map((property) => property.name.getText());
  declaration.members = declaration.members?.filter(({ name }) => !states.includes(name));
  declaration.attributes = declaration.attributes?.filter(({ fieldName }) => !states.includes(fieldName));
}

function tidyManifest({ customElementsManifest: manifest }) {
  // The analyzer has them in the order in which the disk gave them, another one each time.
  manifest.modules.sort((a, b) => (a.path < b.path ? -1 : 1));
  addControls(manifest);
  for (const module of manifest.modules) {
    renamePaths(module);
    module.declarations = (module.declarations ?? []).filter(isPublicClass);
    module.declarations.forEach(tidyDeclaration);
    // Classes are for others, functions beside them are not.
    module.exports = module.exports?.filter(({ kind, name }) => kind !== 'js' || /^[A-Z*]/.test(name));
  }
  manifest.modules = manifest.modules.filter(
    ({ path, declarations }) => declarations.length > 0 || path.startsWith('dist/define/'),
  );
}

const isPublicClass = ({ kind, tagName, name }) => kind === 'class' && (tagName || /Event$/.test(name));

function tidyDeclaration(declaration) {
  declaration.members = declaration.members?.filter(isPublicMember);
  // From a private base class: it belongs to this one.
  for (const member of declaration.members ?? []) delete member.inheritedFrom;
  // The analyzer also makes events up, from whatever a file dispatches: only the written ones have a description.
  declaration.events = declaration.events?.filter(({ description }) => description);
}

/** Members that the player has as a media element, whose names its class comment does not repeat, and the places in it. */
const native =
  /^(canPlayType|currentSrc|drawBefore|error|load|media|pause|playsInline|poster|preload|src|srcObject)$/;

/** Only the browser calls the callbacks. */
const isPublicMember = ({ name, privacy, static: isStatic, inheritedFrom }) =>
  !isStatic &&
  (privacy ?? 'public') === 'public' &&
  !name.startsWith('#') &&
  !/Callback$/.test(name) &&
  !(inheritedFrom?.name === 'MediaElement' && native.test(name));

/** The manifest names compiled files where the analyzer names source files. */
function renamePaths(part) {
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === 'object' && value !== null) renamePaths(value);
    else if (name === 'module' || name === 'path') part[name] = shipped(value);
  }
}

const shipped = (path) => path.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');
