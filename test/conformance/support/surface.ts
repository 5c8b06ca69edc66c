import { readFile } from 'node:fs/promises';
import { createBackend } from '../../../src/backend/index.ts';
import { inRepository } from '../../support/repository.ts';
import { LANGUAGES } from './run-code.ts';

/** Names that mean the same under another name, or that PHP and Python have by other means. */
const SAME: Readonly<Record<string, string>> = {
  claimSecret: 'claimSecrets',
  timeoutMs: 'timeout',
};

/** The options and members of JavaScript's backend that another language does not have: `PHP | option lists`. */
export async function surfaceDifferences(): Promise<string[]> {
  const options = [
    ...(await namesIn('backend-options.ts')),
    ...(await namesIn('playbacks/addresses.ts', 'AddressOptions')),
  ];
  const embed = await namesIn('embed/embed-options.ts', 'EmbedSettings');
  const members = Object.keys(createBackend({ baseUrl: undefined, apiKey: undefined }));
  const found: string[] = [];
  for (const { name, run } of LANGUAGES) {
    const theirs = JSON.parse(await run(SURFACE[name])) as Record<'options' | 'members', string[]> & {
      embed: string;
    };
    const has = (names: readonly string[], one: string) => names.map(plain).includes(plain(SAME[one] ?? one));
    const lacks = (kind: string, one: string) => found.push(`${name} | ${kind} ${one}`);
    for (const one of options) if (!has(theirs.options, one)) lacks('option', one);
    for (const one of members) if (!has(theirs.members, one)) lacks('member', one);
    for (const one of embed) if (!plain(theirs.embed).includes(plain(one))) lacks('option embed', one);
  }
  return found;
}

/** A name without its language's way of writing it. */
const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

async function namesIn(file: string, type = 'BackendOptions'): Promise<string[]> {
  const text = await readFile(inRepository('src/backend', file), 'utf8');
  const body = new RegExp(`interface ${type}[^]*?\n}`).exec(text)?.[0] ?? '';
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name = '']) => name);
}

const SURFACE = {
  PHP: `$class = new ReflectionClass(VhBackend::class);
    $options = array_map(fn ($one) => $one->getName(), $class->getConstructor()->getParameters());
    $members = array_map(fn ($one) => $one->getName(), $class->getMethods(ReflectionMethod::IS_PUBLIC));
    $file = dirname($class->getFileName()) . '/vh-embed.php';
    echo json_encode(['options' => $options, 'members' => $members, 'embed' => file_get_contents($file)]);`,
  Python: [
    'import inspect, json, vh_embed',
    'members = [one for one in dir(VhBackend) if not one.startswith("_")]',
    'options = list(inspect.signature(VhBackend).parameters)',
    'print(json.dumps({"options": options, "members": members, "embed": inspect.getsource(vh_embed)}))',
  ].join('\n'),
};
