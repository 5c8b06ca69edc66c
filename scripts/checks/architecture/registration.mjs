import ts from 'typescript';
import { nodesOf, reachOf, treesOf, where } from '../source/syntax.mjs';

const isDefine = (node) =>
  ts.isCallExpression(node) && /(^|\.)customElements\??\.define$/.test(node.expression.getText());

/** 1: tags are registered by src/define alone, and importing the index registers none. */
export const registration = {
  name: 'tags are registered in define only',
  find(project) {
    const strays = treesOf(project, 'src')
      .filter(({ file }) => !file.startsWith('src/define/'))
      .flatMap(({ file, tree }) => nodesOf(tree, isDefine).map((node) => where(file, tree, node)))
      .map((place) => `${place} registers a tag outside src/define`);
    const reached = [...reachOf(project, 'src/index.ts')]
      .filter((file) => file.startsWith('src/define/') || file.startsWith('src/cdn/'))
      .map((file) => `src/index.ts reaches ${file}: importing it would register a tag`);
    return [...strays, ...reached];
  },
};
