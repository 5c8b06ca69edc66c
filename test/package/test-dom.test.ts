import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Consumer } from '../support/package/consumer.ts';
import { cells } from '../support/division.ts';

const doms: Record<string, string> = {
  'jsdom': `
    const { JSDOM } = await import('jsdom');
    const { window } = new JSDOM('<!doctype html>', { url: 'https://site.invalid/', pretendToBeVisual: true });`,
  'happy-dom': `
    const { Window } = await import('happy-dom');
    const window = new Window({ url: 'https://site.invalid/' });`,
};

/** How test runners choose among builds of lit: Vitest as Node does, Jest as a browser. */
const conditions: Record<string, string[]> = {
  'Node': [],
  'a browser': ['--conditions=browser'],
};

/** Makes window members global as Vitest does: the ones that Node lacks, and the classes of nodes and events. */
const globals = `
  const shared = /^(Event|EventTarget|CustomEvent|MessageEvent|AbortController|AbortSignal|Blob|File|FormData|navigator|localStorage|sessionStorage)$/;
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis && !shared.test(name)) continue;
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: window[name] });
  }
  Object.assign(globalThis, { window: globalThis, self: globalThis, top: globalThis, parent: globalThis });`;

/** A unit test of a page: it makes each element in each way, connects, changes and moves it. */
const unitTest = `
  const faults = [];
  const report = (error) => faults.push(String(error?.stack ?? error));
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
  globalThis.reportError = report;
  window.addEventListener('error', ({ error, message }) => report(error ?? message));
  const attributes = {
    'vh-uploader': { backend: '/vh', name: 'video', required: '', multiple: '', accept: 'video/*', capture: 'camera' },
    'vh-player': { 'backend': '/vh', 'video-id': 'vi1', 'muted': '', 'load': 'visible' },
    'vh-captions-picker': { backend: '/vh', 'video-id': 'vi1' },
  };
  globalThis.fetch = () => Promise.reject(new TypeError('There is no network.'));
  for (const tag of Object.keys(attributes)) await import('vh-elements/define/' + tag + '.js');
  const main = document.body.appendChild(document.createElement('main'));
  const drawn = {};
  for (const [tag, given] of Object.entries(attributes)) {
    try {
      const made = document.createElement(tag);
      for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
      main.append(made);
      await made.updateComplete;
      drawn[tag] = made.shadowRoot.childElementCount;
      for (const name of Object.keys(given)) made.removeAttribute(name);
      await made.updateComplete;
      const form = document.body.appendChild(document.createElement('form'));
      form.append(made);
      await made.updateComplete;
      form.remove();
      main.innerHTML = '<' + tag + ' name="video">A link</' + tag + '>';
      await main.firstElementChild.updateComplete;
      made.addEventListener('vh-error', () => {});
      made.dispatchEvent(new Event('vh-error'));
      main.textContent = '';
    } catch (error) {
      report(error);
    }
  }
  // What the elements load when they are connected comes, too.
  const { setImmediate } = await import('node:timers/promises');
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  console.log(JSON.stringify({ faults, drawn }));
  process.exit();`;

describe('the elements in a unit test of a project, without a browser', () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await Consumer.create('test-dom');
  });

  for (const [dom, open] of cells(Object.entries(doms))) {
    for (const [resolver, flags] of cells(Object.entries(conditions))) {
      it(`are made, drawn, moved and removed by ${dom}, with lit as ${resolver} finds it`, async () => {
        const program = [open, globals, unitTest].join('\n');
        const { ok, output } = await consumer.node(...flags, '--input-type=module', '--eval', program);
        assert.ok(ok, output);
        const { faults, drawn } = JSON.parse(/^\{"faults".*$/m.exec(output)?.[0] ?? '') as {
          faults: string[];
          drawn: Record<string, number>;
        };
        assert.deepEqual(faults, []);
        for (const [tag, count] of Object.entries(drawn)) assert.ok(count > 0, `${tag} is empty`);
        assert.equal(Object.keys(drawn).length, 3);
      });
    }
  }
});
