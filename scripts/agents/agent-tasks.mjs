// npm run agent-tasks: projects with a task each for coding agents, and a check of what they made of them (docs/agents.md).
import '../base/need-node.mjs';

const { orStop, prepare } = await import('../building/prepare.mjs');
const { ensureChromium } = await import('../system/ensure-system.mjs');
const { launch } = await import('../system/launch.mjs');
const built = ['node', 'packed', 'siblings'];
await orStop(() => prepare(built, ['tests']));
await orStop(ensureChromium);
await launch('test/e2e/agents/agent-tasks.js', built, ['tests']);
