import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { documentOf, nodeOf, phpOf, pythonOf } from '../../../demo/playground/code/servers.ts';
import { stylesOf } from '../../../demo/playground/code/pages.ts';
import { piecesOf, placesInCode } from '../../../demo/playground/code/piece.ts';
import { untouched } from '../../../demo/playground/state/choice.ts';
import { inRepository } from '../../support/repository.ts';
import { HARD_TEXTS, offer } from './support/offered.ts';

const run = promisify(execFile);
const choice = {
  ...untouched('vh-player'),
  attributes: new Map([['heading', HARD_TEXTS.join(' ').slice(0, 200)]]),
  slots: new Map(
    HARD_TEXTS.flatMap((text, index) => {
      const slot = offer.faces.get('vh-player')?.slots[index];
      return slot ? [[slot.name, text] as const] : [];
    }),
  ),
  theme: new Map([['--vh-accent', '#0a7d5a']]),
};
const page = {
  pieces: piecesOf(choice, offer, placesInCode('vi4blUQJFrYWbaG44NChkH27')),
  styles: stylesOf(choice.theme, ''),
};
const wanted = documentOf(page, 'de');

/** Reads the program as Python does, and asks it where Flask is there. */
const ASKING = `
import ast, importlib.util, json
tree = ast.parse(open('server.py').read())
texts = {one.targets[0].id: one.value.value for one in tree.body if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant)}
answers = [texts['PAGE'], texts['STYLES'], 'text/css; charset=utf-8', 403]
if importlib.util.find_spec('flask'):
    import server
    client = server.app.test_client()
    sheet = client.get('/theme.css')
    answers = [client.get('/').text, sheet.text, sheet.content_type, client.post('/vh/grants', json={}).status_code]
print(json.dumps(answers))
`;

describe('a server of the playground sends the page that was chosen', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(inRepository('.build', 'playground-server-'));
    await copyFile(inRepository('backends/php/vh-backend.php'), path.join(folder, 'vh-backend.php'));
    await copyFile(inRepository('backends/python/vh_backend.py'), path.join(folder, 'vh_backend.py'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('in JavaScript, with its backend and the elements beside it', async (t) => {
    const file = path.join(folder, 'server.mjs');
    await writeFile(file, nodeOf(page, 'de'));
    const env = { ...process.env, PORT: '0', VH_BASE_URL: 'http://127.0.0.1:9', VH_API_KEY: 'key' };
    // Any free port, which the program itself could not name.
    const code = nodeOf(page, 'de').replace(
      /site\.listen\(.*\);\n$/,
      'const own = site.listen(0, "127.0.0.1", () => console.log(own.address().port));\n',
    );
    await writeFile(file, code);
    const child = spawn(process.execPath, [file], { env });
    t.after(() => child.kill());
    const port = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (piece: Buffer) => resolve(piece.toString().trim()));
      child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
      child.once('exit', () => reject(new Error(said)));
    });
    const get = (name: string) => fetch(`http://127.0.0.1:${port}${name}`);
    assert.equal(await (await get('/')).text(), wanted);
    const sheet = await get('/theme.css');
    assert.match(sheet.headers.get('content-type') ?? '', /^text\/css/);
    assert.equal(await sheet.text(), page.styles);
    assert.equal((await get('/vh-elements/vh-elements.js')).status, 200);
    // Nobody has signed in.
    const refused = await fetch(`http://127.0.0.1:${port}/vh/grants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(refused.status, 403);
  });

  it('in PHP', async () => {
    const file = path.join(folder, 'index.php');
    await writeFile(file, phpOf(page, 'de'));
    const env = { ...process.env, REQUEST_URI: '/' };
    const { stdout } = await run(
      'php',
      ['-d', `session.save_path=${folder}`, '-d', 'display_errors=stderr', file],
      { env },
    );
    assert.equal(stdout, wanted);
  });

  it('in Python', async () => {
    await writeFile(path.join(folder, 'server.py'), pythonOf(page, 'de'));
    const env = {
      ...process.env,
      SESSION_KEY: 'a key',
      VH_BASE_URL: 'http://127.0.0.1:9',
      VH_API_KEY: 'key',
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const { stdout } = await run('python3', ['-c', ASKING], { cwd: folder, env });
    assert.deepEqual(JSON.parse(stdout), [wanted, page.styles, 'text/css; charset=utf-8', 403]);
  });
});
