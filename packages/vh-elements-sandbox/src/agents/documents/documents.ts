import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { excerptOf, prepare, search, type Prepared, type Section } from './rank.ts';

/** A section with its Markdown. */
interface Part extends Section {
  markdown: string;
}

/** A section that answers a question. */
export interface Found {
  address: string;
  title: string;
  excerpt: string;
}

/** Files beside the guides that answer questions. */
const PAGES_ABOVE = ['README.md', 'CHANGELOG.md'];

/** The documents that the library brings, of the version that is installed. */
export class Documents {
  readonly #parts: readonly Prepared<Part>[];

  private constructor(parts: readonly Prepared<Part>[]) {
    this.#parts = parts;
  }

  /** Those of the library that a project has installed, or of the one beside the sandbox. */
  static async read(project: string): Promise<Documents> {
    const folder = libraryOf(path.join(project, 'package.json')) ?? libraryOf(import.meta.filename);
    if (folder === undefined)
      throw new Error('The package vh-elements is not installed: npm install vh-elements.');
    const guides = (await readdir(path.join(folder, 'docs')).catch((): string[] => [])).filter((name) =>
      name.endsWith('.md'),
    );
    const pages = await Promise.all(
      [
        ...PAGES_ABOVE.map((name) => [name, name] as const),
        ...guides.map((name) => [name, `docs/${name}`] as const),
      ].map(async ([address, file]) =>
        partsOf(address, await readFile(path.join(folder, file), 'utf8').catch(() => '')),
      ),
    );
    return new Documents(pages.flat().map(prepare));
  }

  /** The sections that answer a question, best first. */
  find(question: string, most: number): Found[] {
    return search(this.#parts, question)
      .slice(0, most)
      .map(({ address, page, title, text }) => ({
        address,
        title: title === page ? page : `${page}: ${title}`,
        excerpt: excerptOf(text, question),
      }));
  }

  /** The Markdown of a page, or of the section whose address it is; nothing where there is none. */
  markdownOf(address: string): string | undefined {
    const [page = '', heading] = address.split('#');
    const parts = this.#parts.filter(({ address: one }) =>
      heading === undefined ? one.split('#')[0] === page : one === address,
    );
    return parts.length === 0 ? undefined : parts.map(({ markdown }) => markdown).join('\n');
  }

  /** The names of the pages. */
  get pages(): string[] {
    return [...new Set(this.#parts.map(({ address }) => address.split('#')[0] ?? ''))];
  }
}

function libraryOf(from: string): string | undefined {
  try {
    return path.dirname(createRequire(from).resolve('vh-elements/package.json'));
  } catch {
    return undefined;
  }
}

/** The sections of a page in Markdown; a fence hides what looks like a heading in it. */
function partsOf(address: string, markdown: string): Part[] {
  const parts: { title: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, title] = isCode ? [] : (/^#{1,4} (.+?)\s*$/.exec(line) ?? []);
    if (title === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ title: plain(title), lines: [line] });
  }
  const page = parts[0]?.title ?? address;
  const used = new Set<string>();
  return parts.map(({ title, lines }) => {
    const id = anchorOf(title, used);
    const [, ...below] = lines;
    return {
      address: `${address}#${id}`,
      page,
      title,
      text: plain(below.join(' ')),
      markdown: lines.join('\n'),
    };
  });
}

/** The address of a heading, as the pages on the web have it. */
function anchorOf(title: string, used: Set<string>): string {
  const bare = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  let id = bare;
  for (let n = 1; used.has(id); n++) id = `${bare}-${String(n)}`;
  used.add(id);
  return id;
}

/** Words without the signs of Markdown. */
const plain = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|^#+ /g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
