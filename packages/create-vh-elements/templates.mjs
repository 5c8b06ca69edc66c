import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (...names) => path.join(fileURLToPath(new URL('.', import.meta.url)), ...names);

/** The templates: what each is, and the folders of `shared` that it has in common with others. */
export const TEMPLATES = {
  'plain': { about: 'one page by Node alone, without signing in', shared: ['any'] },
  'express': { about: 'Express', shared: ['any', 'dev', 'style', 'pages', 'list', 'node', 'express'] },
  'vite-react': {
    about: 'React pages by Vite, with Express as the server',
    shared: ['any', 'dev', 'style', 'node', 'express', 'react'],
  },
  'next': { about: 'Next.js', shared: ['any', 'dev', 'style', 'node', 'react', 'fetch'] },
  'sveltekit': { about: 'SvelteKit', shared: ['any', 'dev', 'style', 'node', 'fetch'] },
  'astro': { about: 'Astro', shared: ['any', 'dev', 'style', 'list', 'node', 'fetch'] },
  'php': {
    about: 'PHP 8.1 or newer, without packages',
    shared: ['any', 'dev', 'style', 'pages', 'list'],
  },
  'flask': {
    about: 'Flask, with Python 3.9 or newer',
    shared: ['any', 'dev', 'style', 'pages', 'list'],
    steps: ['python3 -m pip install -r requirements.txt'],
  },
};

/** Writes the files of a template into a folder, later ones over earlier ones. */
export function writeTemplate(template, folder, name) {
  const { shared } = TEMPLATES[template];
  const sources = [...shared.map((part) => at('shared', part)), at('templates', template)];
  for (const source of sources) cpSync(source, folder, { recursive: true });
  // npm leaves files of this name out of a package.
  renameSync(path.join(folder, 'gitignore'), path.join(folder, '.gitignore'));
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const values = { name, version };
  for (const file of ['package.json', 'README.md']) fill(path.join(folder, file), values);
  if (hasUsers(template)) fillSecrets(path.join(folder, '.env'));
}

/** Whether the users of its site sign in. */
export const hasUsers = (template) => TEMPLATES[template].shared.includes('dev');

function fill(file, values) {
  const text = readFileSync(file, 'utf8').replaceAll(/\{(name|version)\}/g, (_, word) => values[word]);
  writeFileSync(file, text);
}

/** What no two sites have in common, and no repository holds. */
function fillSecrets(file) {
  const secret = (bytes) => randomBytes(bytes).toString('base64url');
  const text = `# What only your server knows: keep this file out of the repository. npm create vh-elements has made it.
SITE_USERS="ann:${secret(12)} ben:${secret(12)}"
SESSION_SECRET=${secret(32)}

# The video service. npm run dev has its own, and needs none of these.
VH_BASE_URL=
VH_API_KEY=
# Your site as browsers and the service reach it, such as https://site.example; then npm run subscribe says the secret.
SITE_URL=
VH_WEBHOOK_SECRET=
`;
  // For the eyes of its owner.
  if (!existsSync(file)) writeFileSync(file, text, { mode: 0o600 });
}
