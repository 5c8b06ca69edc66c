import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** Says in a module's source that a page may have it twice although it keeps something, and why. */
const MAY_BE_TWICE = /^\/\/ A page may have this twice: /m;
const CHANGES = /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/;
/** Calls that make a value of what they are given and keep nothing, and `pageWide`, whose value all copies have. */
const MAKES = /^(?:freeze|entries|fromEntries|keys|values|for|split|map|pageWide)$/;
const NEW = /^(?:Map|Set|RegExp|LazyModule)$/;
const VALUE =
  /^(?:Literal|Identifier|Property|SpreadElement|Template.*|TaggedTemplateExpression|(?:Unary|Binary|Logical|Conditional|Member|Array|Object)Expression)$/;

/**
 * Whether a page may have a module twice: `plain` has functions and constants, `class` also classes whose objects no module can
 * tell from a copy's. Everything else is `one`: it keeps something, or nothing here proves that it does not. A literal counts as
 * constant while no module writes into it by its name; `changed` are the imports that this one writes into.
 */
export function copyKindOf(id, code) {
  const { body } = parseAst(code);
  const statements = body.map((one) => one.declaration ?? one);
  const declared = statements.flatMap((one) => one.declarations ?? one).filter((one) => one.id);
  const names = (ones) => new Set(ones.map((one) => one.id.name));
  const own = names(declared.filter((one) => one.init?.callee?.name !== 'pageWide'));
  const variables = names(
    statements.filter(({ kind }) => /let|var/.test(kind)).flatMap((one) => one.declarations),
  );
  const curried = names(declared.filter((one) => one.init?.body?.type === 'ArrowFunctionExpression'));
  const classes = names(declared.filter((one) => one.type === 'ClassDeclaration'));
  const imports = body.filter(({ type }) => type === 'ImportDeclaration');
  const imported = new Map(
    imports.flatMap(({ source, specifiers }) =>
      specifiers.map((one) => [one.local.name, `${idOf(source.value, id)} ${one.imported?.name}`]),
    ),
  );
  const changed = new Set();
  const compared = new Set();
  // What a bundler shares of another package would be a third file.
  let isFixed = body.every(({ source }) => !source || /^(?:\.|lit(?:\/|$))/.test(source.value));
  isFixed &&= statements.every((one) => isFixedStatement(one, curried));
  const change = (target) => {
    const name = rootOf(target);
    changed.add(imported.get(name));
    isFixed &&= !own.has(name);
  };
  visit(
    { type: 'Program', body },
    ({ type, left, right, operator, argument, callee, arguments: given, object, property }) => {
      if (type === 'AssignmentExpression') change(left);
      if (type === 'UpdateExpression' || operator === 'delete') change(argument);
      if (CHANGES.test(callee?.property?.name)) change(callee.object);
      if (/^(?:Object|Reflect)$/.test(callee?.object?.name) && !MAKES.test(callee.property.name))
        change(given[0]);
      if (operator === 'instanceof') compared.add(right.name);
      // The objects of one copy are strangers to the other's.
      if (property?.type === 'PrivateIdentifier') isFixed &&= object.type === 'ThisExpression';
      isFixed &&= left?.type !== 'PrivateIdentifier';
    },
  );
  const kind = isFixed ? (classes.size > 0 ? 'class' : 'plain') : 'one';
  return {
    kind,
    own,
    classes,
    variables,
    changed,
    compared,
    mayBeTwice: MAY_BE_TWICE.test(code),
    size: code.length,
  };
}

/** The module that another one names by a path; other names stay. */
export const idOf = (source, importer) =>
  source.startsWith('.') ? path.posix.join(path.posix.dirname(importer), source) : source;

function isFixedStatement({ type, kind, declarations, body, specifiers }, curried) {
  const isFixed = (node) => isFixedValue(node, curried);
  if (type === 'VariableDeclaration')
    return kind === 'const' && declarations.every(({ init }) => isFixed(init) && !isEmpty(init));
  if (type === 'ClassDeclaration')
    return body.body.every(
      (one) => one.type === 'MethodDefinition' || (one.type === 'PropertyDefinition' && !one.static),
    );
  return type === 'FunctionDeclaration' || type === 'ExportAllDeclaration' || specifiers !== undefined;
}

const isEmpty = ({ elements, properties }) => (elements ?? properties)?.length === 0;

/** Whether a value has no memory. One that a function makes has none if the function does nothing else (`curried`). */
function isFixedValue(node, curried) {
  const { type, callee, arguments: given } = node;
  if (/^(?:Arrow)?FunctionExpression$/.test(type)) return true;
  const isMade =
    (type === 'CallExpression' &&
      (MAKES.test((callee.property ?? callee).name) || curried.has(callee.name))) ||
    (type === 'NewExpression' && NEW.test(callee.name) && given.length > 0);
  return (isMade || VALUE.test(type)) && childrenOf(node).every((one) => isFixedValue(one, curried));
}

const rootOf = (node) => (node?.type === 'MemberExpression' ? rootOf(node.object) : node?.name);

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((one) => typeof one?.type === 'string');

function visit(node, look) {
  look(node);
  for (const child of childrenOf(node)) visit(child, look);
}
