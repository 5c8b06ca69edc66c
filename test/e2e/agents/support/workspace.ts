import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSiblings } from '../../../support/package/siblings.ts';
import { inRepository } from '../../../support/repository.ts';
import type { Task } from './task.ts';

const own = (...parts: string[]) => inRepository('test/e2e/agents', ...parts);

/** What the projects depend on beside the library and the sandbox. */
const TOOLS = ['express', 'esbuild', 'react', 'react-dom'];

/** The names of all tasks. */
export async function taskNames(): Promise<string[]> {
  const entries = await readdir(own('tasks'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The checker of a task. */
export async function taskOf(name: string): Promise<Task> {
  const file = inRepository('.build/test/e2e/agents/tasks', name, 'check.js');
  return ((await import(pathToFileURL(file).href)) as { task: Task }).task;
}

/** The names of a task's plausible, wrong solutions. */
export async function wrongOf(name: string): Promise<string[]> {
  return existsSync(own('tasks', name, 'wrong')) ? readdir(own('tasks', name, 'wrong')) : [];
}

/**
 * Puts the packages beside the projects, as npm would: the library and the sandbox as packed, what they need as links into this
 * clone. Projects below the folder find them.
 */
export async function installPackages(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  await rm(modules, { recursive: true, force: true });
  await mkdir(modules, { recursive: true });
  const { folder: packed } = await withSiblings('agent-tasks');
  const needed = new Set(TOOLS);
  for (const name of ['vh-elements', 'vh-elements-sandbox']) {
    const from = path.join(packed, 'node_modules', name);
    await cp(from, path.join(modules, name), { recursive: true });
    const about = await readFile(path.join(from, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(about) as { dependencies?: Readonly<Record<string, string>> };
    for (const dependency of Object.keys(dependencies)) needed.add(dependency);
  }
  needed.delete('vh-elements');
  for (const name of needed) {
    const link = path.join(modules, name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(inRepository('node_modules', name), link);
  }
}

/** Writes the project of a task, as the agent finds it or with a solution over it, and answers its folder. */
export async function writeProject(folder: string, name: string, over?: string): Promise<string> {
  const { start } = await taskOf(name);
  const project = path.join(folder, over === undefined ? name : `${name}.${over.replaceAll('/', '.')}`);
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  await cp(own('starts', start), project, { recursive: true });
  const layers = [own('tasks', name, 'start'), ...(over === undefined ? [] : [own('tasks', name, over)])];
  for (const layer of layers.filter((one) => existsSync(one))) await cp(layer, project, { recursive: true });
  await cp(own('tasks', name, 'task.md'), path.join(project, 'TASK.md'));
  await symlink('../node_modules', path.join(project, 'node_modules'), 'dir');
  return project;
}
