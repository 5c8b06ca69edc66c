import { readFile } from 'node:fs/promises';
import { AgentServer } from './agent-server.ts';
import { documentTools } from './tools/document-tools.ts';
import { pageTools } from './tools/page-tools.ts';
import { SandboxInUse } from './tools/sandbox-in-use.ts';
import { serviceTools } from './tools/service-tools.ts';

const INSTRUCTIONS =
  'Tools for putting video into a site with vh-elements. Read agents.md by read_docs first. start_sandbox gives a whole video service on this machine; its key belongs into the environment of the site’s server and never into a page. open_page shows what is wrong with a page.';

/** Serves the tools over the standard input and output until the input ends. `project` is the folder of the site. */
export async function runAgentServer(project: string): Promise<void> {
  const sandbox = new SandboxInUse();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void sandbox.close().then(() => process.exit(0));
    });
  }
  const facts = { name: 'vh-elements', version: await versionOf(), instructions: INSTRUCTIONS };
  const tools = [...serviceTools(sandbox), ...documentTools(project), ...pageTools(project)];
  await new AgentServer(facts, tools, process.stdout).serve(process.stdin);
  await sandbox.close();
}

/** The version of this package; in its repository, that of the library. */
async function versionOf(): Promise<string> {
  for (const place of ['../../package.json', '../../../../package.json']) {
    const text = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => '{}');
    const { version } = JSON.parse(text) as { version?: string };
    if (version !== undefined) return version;
  }
  return '0.0.0';
}
