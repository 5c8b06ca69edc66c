import ts from 'typescript';
import { at } from '../base/root.mjs';

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  types: [],
};

/**
 * The public names of several entry files, each as `{ name, kind, description, text, members }`. `text` is the signature
 * of a function or the right side of a type alias.
 */
export function readExports(entries) {
  const files = Object.values(entries).map((entry) => at(entry));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(at(entry)));
      const found = checker.getExportsOfModule(module).map((symbol) => readExport(symbol, checker));
      return [name, found.filter(Boolean).sort((a, b) => (a.name < b.name ? -1 : 1))];
    }),
  );
}

function readExport(exported, checker) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const node = symbol.declarations?.[0];
  if (!node) return undefined;
  const about = {
    name: exported.name,
    file: node.getSourceFile().fileName,
    description: docOf(symbol),
    members: [],
  };
  if (ts.isFunctionDeclaration(node))
    return { ...about, kind: 'function', text: signatureOf(exported.name, node) };
  if (ts.isTypeAliasDeclaration(node)) return { ...about, kind: 'type', text: textOf(node.type) };
  if (ts.isInterfaceDeclaration(node))
    return { ...about, kind: 'interface', members: membersOf(symbol, checker) };
  if (ts.isClassDeclaration(node)) return { ...about, kind: 'class', members: membersOf(symbol, checker) };
  return undefined;
}

/** Public members in the order of their declarations, those of our own base classes and interfaces included. */
function membersOf(symbol, checker) {
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter((member) => isPublic(member))
    .map((member) => {
      const [node] = member.declarations;
      const isMethod = ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
      return {
        name: isMethod ? signatureOf(member.name, node) : member.name,
        isMethod,
        isOptional: Boolean(member.flags & ts.SymbolFlags.Optional),
        type: isMethod ? '' : typeOf(member, node, checker),
        description: docOf(member),
      };
    });
}

function isPublic(member) {
  const [node] = member.declarations ?? [];
  if (!node || node.getSourceFile().isDeclarationFile || member.name.startsWith('__')) return false;
  if (node.name && ts.isPrivateIdentifier(node.name)) return false;
  return !(ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));
}

/** As it is written, where it is: an expanded type says less than its name. */
function typeOf(member, node, checker) {
  if (node.type) return textOf(node.type);
  const type = checker.getTypeOfSymbolAtLocation(member, node);
  return checker.typeToString(type, node, ts.TypeFormatFlags.NoTruncation);
}

function signatureOf(name, { parameters, type }) {
  const list = parameters.map((parameter) => {
    const own = ts.isIdentifier(parameter.name) ? parameter.name.text : 'options';
    const mark = parameter.questionToken || parameter.initializer ? '?' : '';
    return `${own}${mark}${parameter.type ? `: ${textOf(parameter.type)}` : ''}`;
  });
  return `${name}(${list.join(', ')})${type ? `: ${textOf(type)}` : ''}`;
}

const printer = ts.createPrinter({ removeComments: true });

const textOf = (node) =>
  printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', "'")
    .trim();

/** What its own declaration says; the platform's words about a member that is overridden are not ours. */
const docOf = ({ declarations = [] }) =>
  declarations
    .flatMap((node) => node.jsDoc ?? [])
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join('\n')
    .trim();
