import { build } from '../../build.ts';

/** A table that scrolls in itself where the page is too narrow for it. Each row has a name and its cells. */
export function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly [Node | string, readonly string[]])[],
): HTMLElement {
  const head = heads.map((text) => cell('th', 'col', text));
  const made = build(
    'table',
    '',
    build('caption', '', title),
    build('thead', '', build('tr', '', build('td', ''), ...head)),
    build(
      'tbody',
      '',
      ...rows.map(([name, cells]) =>
        build('tr', '', cell('th', 'row', name), ...cells.map((text) => build('td', '', text))),
      ),
    ),
  );
  const region = build('div', 'card scrolls', made);
  region.tabIndex = 0;
  region.setAttribute('role', 'region');
  region.setAttribute('aria-label', title);
  return region;
}

function cell(tag: string, scope: string, content: Node | string): HTMLElement {
  const made = build(tag, '', content);
  made.setAttribute('scope', scope);
  return made;
}
