const entity = (character: string) => `&#${character.codePointAt(0)};`;

/** A text in HTML, between tags and in attributes. */
export const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A text in a template: Vue, Svelte and Angular take braces and `@` for theirs where HTML does not. */
export const inTemplate = (text: string) => inHtml(text).replaceAll(/[{}@]/g, entity);

/** A text in a template literal of JavaScript. */
export const inTemplateLiteral = (text: string) => text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&');

/** A text between three quotes of Python. */
export const inPythonQuotes = (text: string) => text.replaceAll(/[\\']/g, '\\$&');
