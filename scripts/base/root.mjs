import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder; every script works from there, wherever it was started. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** An absolute path inside the repository. */
export const at = (...parts) => path.join(root, ...parts);

process.chdir(root);
