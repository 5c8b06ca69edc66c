// node scripts/sample/make-sample.mjs: paints demo/media/sample.mp4 again. Needs ffmpeg with libx264, and a Chromium to paint in.
// node scripts/sample/make-sample.mjs 2.4 demo/media/sample.jpg: its poster, without ffmpeg.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../system/browsers.mjs';
import { at } from '../base/root.mjs';
import { runTool } from '../base/run-tool.mjs';
import { padFilter, padSource } from './pad.mjs';
import { duration } from './scene.mjs';

const rate = 30;
const size = { width: 1280, height: 720 };
const work = mkdtempSync(path.join(tmpdir(), 'sample-'));
const frames = path.join(work, 'frames.mkv');

const ffmpeg = (args) =>
  runTool('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { complaint: 'ffmpeg failed.' });

/** A page that has the scene's modules, without a server: they are handed to it by name. */
async function openCanvas(browser) {
  const page = await browser.newPage({ viewport: size });
  await page.route('http://scene.test/**', (route) => {
    const file = new URL(route.request().url()).pathname;
    if (file === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    return route.fulfill({
      contentType: 'text/javascript',
      body: readFileSync(at('scripts/sample', path.basename(file)), 'utf8'),
    });
  });
  await page.goto('http://scene.test/');
  await page.evaluate(async ({ width, height }) => {
    const { paintScene } = await import('/scene.mjs');
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    globalThis.paint = (seconds, type = 'image/png') => {
      paintScene(context, seconds);
      return canvas.toDataURL(type, 0.85).replace(/^.*,/, '');
    };
  }, size);
  return page;
}

/** Paints picture by picture into a file without loss. With `at`, just one, to be looked at. */
async function paintFrames() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await openCanvas(browser);
    const [, , still, file] = process.argv;
    if (still !== undefined) {
      const type = file.endsWith('.jpg') ? 'image/jpeg' : 'image/png';
      const picture = await page.evaluate((given) => globalThis.paint(...given), [Number(still), type]);
      writeFileSync(file, Buffer.from(picture, 'base64'));
      return;
    }
    const args = [
      '-f',
      'image2pipe',
      '-framerate',
      String(rate),
      '-c:v',
      'png',
      '-i',
      '-',
      '-c:v',
      'ffv1',
      frames,
    ];
    const encoder = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    for (let frame = 0; frame < duration * rate; frame += 1) {
      const png = await page.evaluate((seconds) => globalThis.paint(seconds), frame / rate);
      if (!encoder.stdin.write(Buffer.from(png, 'base64'))) await once(encoder.stdin, 'drain');
    }
    encoder.stdin.end();
    await once(encoder, 'close');
  } finally {
    await browser.close();
  }
}

/** Two passes, so that the bytes go where the picture needs them; a key frame every two seconds, the index in front. */
async function encode() {
  const video = [
    ...['-vf', 'noise=alls=2:allf=t,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-level', '3.1', '-preset', 'veryslow', '-b:v', '660k'],
    ...['-g', String(2 * rate), '-keyint_min', String(2 * rate), '-sc_threshold', '0', '-aq-mode', '3'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-passlogfile', path.join(work, 'pass')],
  ];
  const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
  const sound = ['-f', 'lavfi', '-i', padSource(duration)];
  await ffmpeg(['-i', frames, ...video, '-pass', '1', '-an', '-f', 'null', '-']);
  await ffmpeg([
    ...[
      '-i',
      frames,
      ...sound,
      ...video,
      '-pass',
      '2',
      '-af',
      padFilter(duration),
      '-c:a',
      'aac',
      '-b:a',
      '96k',
    ],
    ...['-t', String(duration), ...exact, '-movflags', '+faststart', at('demo/media/sample.mp4')],
  ]);
}

try {
  await paintFrames();
  if (process.argv[2] === undefined) await encode();
} finally {
  rmSync(work, { recursive: true, force: true });
}
