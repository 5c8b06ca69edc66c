// How much memory an upload of 1 GB through the page takes: of the renderer, of the browser and of the server.
// Prints a table; exits 1 when the renderer grew by more than the limit or the stored bytes are not the file's.
import { createHash, randomFillSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { saveTable } from '../support/bench-results.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { DemoPage } from '../../test/e2e/support/demo-page.ts';
import { DemoProcess } from '../../test/e2e/support/demo-process.ts';

const KEY = 'the-key-of-the-bench';
const MB = 1024 * 1024;
const LIMIT = 64;
const size = Number(process.argv[2] ?? 1024) * MB;
const sample = fileURLToPath(new URL('../../../demo/media/sample.mp4', import.meta.url));

/** The sample with a box of random bytes behind it that players skip: a real video of any size. */
async function writePadded(file: string): Promise<void> {
  await copyFile(sample, file);
  const handle = await open(file, 'a');
  const padding = size - (await stat(file)).size;
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1, 0);
  header.write('free', 4, 'latin1');
  header.writeBigUInt64BE(BigInt(padding), 8);
  await handle.write(header);
  const block = Buffer.allocUnsafe(4 * MB);
  for (let left = padding - header.length; left > 0; left -= block.length) {
    randomFillSync(block);
    await handle.write(block.subarray(0, Math.min(left, block.length)));
  }
  await handle.close();
}

async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

const folder = await mkdtemp(path.join(tmpdir(), 'vh-memory-'));
const file = path.join(folder, 'large.mp4');
await writePadded(file);
const [demo, browser] = await Promise.all([DemoProcess.start('--api-key', KEY), launchChromium()]);
const url = await demo.url();
const page = await DemoPage.open(browser, `${url}uploader.html`);
const session = await browser.newBrowserCDPSession();
const pageSession = await page.page.context().newCDPSession(page.page);

async function measure(): Promise<Record<'heap' | 'renderer' | 'browser' | 'server', number>> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const { metrics } = await pageSession.send('Performance.getMetrics');
  const of = async (type: string) => {
    const sizes = await Promise.all(
      processInfo.filter((info) => info.type === type).map((info) => residentMegabytes(info.id)),
    );
    return Math.max(0, ...sizes);
  };
  return {
    heap: (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / MB,
    renderer: await of('renderer'),
    browser: await of('browser'),
    server: await residentMegabytes(demo.child.pid ?? 0),
  };
}

await pageSession.send('Performance.enable');
const idle = await measure();
const peak = { ...idle };
const started = performance.now();
const upload = { isOn: true };
const done = page.chooseFile(file).then(() => page.uploadDone());
void done.finally(() => (upload.isOn = false)).catch(() => undefined);
while (upload.isOn) {
  const now = await measure();
  for (const name of ['heap', 'renderer', 'browser', 'server'] as const)
    peak[name] = Math.max(peak[name], now[name]);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const videoId = await done;
const seconds = (performance.now() - started) / 1000;
const stored = await fetch(`${url}videos/${videoId}/source`, {
  headers: { authorization: `Basic ${btoa(`${KEY}:`)}` },
});
const same = stored.body !== null && (await hashOf(stored.body)) === (await hashOf(createReadStream(file)));
const table = Object.fromEntries(
  (['heap', 'renderer', 'browser', 'server'] as const).map((name) => [
    name,
    {
      'idle MB': Math.round(idle[name]),
      'peak MB': Math.round(peak[name]),
      'grown MB': Math.round(peak[name] - idle[name]),
    },
  ]),
);
console.table(table);
saveTable('memory', `${size / MB} MiB through the page`, table);
console.log(
  `${String(size / MB)} MiB in ${seconds.toFixed(1)} s (${(size / 1e6 / seconds).toFixed(0)} MB/s), bytes ${same ? 'identical' : 'DIFFERENT'}`,
);
await browser.close();
await demo.stop();
await rm(folder, { recursive: true, force: true });
process.exitCode = same && peak.renderer - idle.renderer <= LIMIT ? 0 : 1;
