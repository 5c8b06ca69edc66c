import { Documents } from '../documents/documents.ts';
import { takes, type Tool } from './tool.ts';

/** Sections that a search answers. */
const MOST = 8;

/** The tools that read the documents of the library that `project` has installed. */
export function documentTools(project: string): Tool[] {
  let reading: Promise<Documents> | undefined;
  const documents = () => {
    reading ??= Documents.read(project);
    // Who installs the library now is not told again that it is missing.
    reading.catch(() => (reading = undefined));
    return reading;
  };
  return [
    {
      name: 'search_docs',
      description:
        'Finds the sections of the documents that answer a question, best first: how to do it, names, errors. read_docs has the text of an address.',
      inputSchema: takes(
        {
          question: {
            type: 'string',
            description: 'A few words, such as "nextjs upload" or an error’s code.',
          },
        },
        ['question'],
      ),
      run: async ({ question }) => ({
        data: { sections: (await documents()).find(String(question), MOST) },
      }),
    },
    {
      name: 'read_docs',
      description: 'The Markdown of a page such as agents.md, or of a section that search_docs has found.',
      inputSchema: takes(
        { address: { type: 'string', description: 'A page, or a page, a hash and a heading.' } },
        ['address'],
      ),
      run: async ({ address }) => {
        const all = await documents();
        const markdown = all.markdownOf(String(address));
        if (markdown === undefined)
          throw new Error(`There is no ${String(address)}. The pages are: ${all.pages.join(', ')}.`);
        return { data: { markdown } };
      },
    },
  ];
}
