import { inRepository } from '../../../../support/repository.ts';
import { eventually } from '../../../../support/eventually.ts';
import { lookAtPage, type Visitor } from './visitor.ts';

interface Services {
  startWebKitServices: () => Promise<{ port: number; stop: () => void }>;
}
interface Browsers {
  findWebKit: () => string | undefined;
}

/** The name under which the protocol passes an element, and a shadow root. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SHADOW = 'shadow-6066-11e4-a52e-4f735466cecf';

/** WebKit's driver, which has one visitor at a time. */
export async function startWebKit(): Promise<{ visit: () => Promise<Visitor>; close: () => void }> {
  const system = (name: string) =>
    import(`file://${inRepository(`scripts/system/${name}`)}`) as Promise<unknown>;
  const { startWebKitServices } = (await system('webkit-services.mjs')) as Services;
  const { findWebKit } = (await system('browsers.mjs')) as Browsers;
  const { port, stop } = await startWebKitServices();
  return { visit: () => visitInWebKit(`http://127.0.0.1:${String(port)}`, findWebKit()), close: stop };
}

async function visitInWebKit(driver: string, binary: string | undefined): Promise<Visitor> {
  const { sessionId } = await ask<{ sessionId: string }>(driver, 'POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'browserName': 'MiniBrowser',
        'pageLoadStrategy': 'none',
        'unhandledPromptBehavior': 'accept',
        'webkitgtk:browserOptions': { binary, args: ['--automation', '--autoplay-policy=allow'] },
      },
    },
  });
  const session = <Answer = unknown>(method: string, path: string, body?: object) =>
    ask<Answer>(driver, method, `/session/${sessionId}${path}`, body);
  const run = <Answer = unknown>(script: string, ...args: unknown[]) =>
    session<Answer>('POST', '/execute/sync', { script, args });
  const newTab = async (): Promise<string> => {
    const { handle } = await session<{ handle: string }>('POST', '/window/new', { type: 'tab' });
    await session('POST', '/window', { handle });
    return handle;
  };
  const close = async (handle: string, next: string) => {
    await session('POST', '/window', { handle });
    await session('DELETE', '/window');
    await session('POST', '/window', { handle: next });
  };
  // It keeps the browser when the tab of the site is closed.
  const blank = await session<string>('GET', '/window');
  let tab = await newTab();
  // It has no `navigation`: the history of the tab, and where in it the page is.
  let history = [''];
  let place = 0;
  const open = async (url: string) => {
    [history, place] = [[new URL(url).pathname], 0];
    await session('POST', '/url', { url });
  };
  const leave = async (script: string) => void (await run(`setTimeout(() => { ${script} })`));
  return {
    open,
    follow: (path) => {
      if (history[place] !== path) history = [...history.slice(0, ++place), path];
      return leave(`document.querySelector('nav a[href="${path}"]').click()`);
    },
    reload: () => leave('location.reload()'),
    go: async (direction) => {
      const there = place + (direction === 'back' ? -1 : 1);
      if (history[there] === undefined) return false;
      place = there;
      await leave(`history.${direction}()`);
      return true;
    },
    closeAndReturn: async (url) => {
      await close(tab, blank);
      tab = await newTab();
      await open(url);
    },
    changeTab: async (url) => {
      const before = tab;
      tab = await newTab();
      await open(url);
      await close(before, tab);
    },
    give: async (how, file) => {
      if (how === 'drop') throw new Error('WebKit gives no handles of dropped files.');
      const find = async (where: string, using: string, name: string) =>
        (
          await session<Record<string, string>>('POST', `${where}/element`, {
            using: 'css selector',
            value: using,
          })
        )[name];
      const uploader = await find('', 'vh-uploader', ELEMENT);
      const root = await session<Record<string, string>>('GET', `/element/${String(uploader)}/shadow`);
      const input = await find(`/shadow/${String(root[SHADOW])}`, 'input[type=file]', ELEMENT);
      await session('POST', `/element/${String(input)}/value`, { text: file });
    },
    // A page that is left meanwhile takes its answer along.
    look: () =>
      eventually(() =>
        session<Awaited<ReturnType<typeof lookAtPage>>>('POST', '/execute/async', {
          script: `(${String(lookAtPage)})().then(arguments[0])`,
          args: [],
        }).catch(() => undefined),
      ),
    complaints: [],
    questions: 0,
    end: async () => void (await session('DELETE', '')),
  };
}

async function ask<Answer>(driver: string, method: string, path: string, body?: object): Promise<Answer> {
  const init = method === 'POST' ? { method, body: JSON.stringify(body ?? {}) } : { method };
  const answer = await fetch(driver + path, init);
  const { value } = (await answer.json()) as { value: Answer };
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
  return value;
}
