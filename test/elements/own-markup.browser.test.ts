import { expect } from 'chai';
import '../../src/define/vh-captions-picker.ts';
import '../../src/define/vh-player.ts';
import '../../src/define/vh-transcript.ts';
import '../../src/define/vh-upload-status.ts';
import '../../src/define/vh-uploader.ts';
import { cells } from '../support/division.ts';
import { settled } from '../support/until.ts';

interface Attribute {
  name: string;
  type?: { text: string };
}
interface Declaration {
  tagName?: string;
  attributes?: Attribute[];
}

const { modules } = (await (await fetch('/custom-elements.json')).json()) as {
  modules: { declarations: Declaration[] }[];
};
const elements = modules
  .flatMap(({ declarations }) => declarations)
  .flatMap(({ tagName, attributes = [] }) => (tagName?.startsWith('vh-') ? [{ tagName, attributes }] : []));

/** Values that need nothing else: a word of the attribute's own, or one that any text may be. */
const WORDS: Readonly<Record<string, string>> = {
  'src': '/test/media/tiny.mp4',
  'poster': '/test/media/dusk.jpg',
  'load': 'intent',
  'preload': 'none',
  'credentials': 'include',
  'capture': 'camera',
  'drop-on': 'page',
  'cmcd': 'query',
  'max-size': '2 GB',
  'collector-format': 'vh',
};

function valueOf({ name, type }: Attribute): string {
  if (WORDS[name] !== undefined) return WORDS[name];
  if (type?.text === 'boolean') return '';
  return type?.text.startsWith('number') === true ? '1' : 'word';
}

/** Children that a page may give to each element. */
const CHILDREN: Readonly<Record<string, string>> = {
  'vh-player':
    '<source src="/test/media/tiny.mp4" type="video/mp4"><track kind="captions" srclang="en" src="data:text/vtt,WEBVTT">' +
    '<script type="application/json">{"id":"vi1"}</script><p slot="top">A title</p>' +
    '<vh-captions-picker slot="captions"></vh-captions-picker>',
  'vh-uploader': '<p>Up to 2 GB.</p>',
};

async function drawn(element: Element): Promise<void> {
  const hosts = [element, ...element.querySelectorAll('*')].filter((one) => one.localName.startsWith('vh-'));
  for (const host of hosts) await (host as Element & { updateComplete: Promise<unknown> }).updateComplete;
  await settled(3);
}

// A framework compares the markup that its server has sent with what it finds, and warns of each difference.
describe('the markup that an element stands in', () => {
  let host: HTMLElement;
  beforeEach(() => (host = document.body.appendChild(document.createElement('div'))));
  afterEach(() => host.remove());

  async function stays(markup: string): Promise<void> {
    const written = document.createElement('template');
    written.innerHTML = markup;
    host.innerHTML = markup;
    const [element] = host.children;
    if (element) await drawn(element);
    expect(host.innerHTML).to.equal(written.innerHTML);
  }

  it('is of five elements', () => {
    expect(elements.map(({ tagName }) => tagName).sort()).to.deep.equal([
      'vh-captions-picker',
      'vh-player',
      'vh-transcript',
      'vh-upload-status',
      'vh-uploader',
    ]);
  });

  for (const { tagName, attributes } of elements) {
    const children = CHILDREN[tagName] ?? '';
    it(`stays as it was written: <${tagName}>`, () => stays(`<${tagName}>${children}</${tagName}>`));

    for (const attribute of cells(attributes, 4)) {
      const { name } = attribute;
      it(`stays as it was written: <${tagName} ${name}>`, async () => {
        await stays(`<${tagName} ${name}="${valueOf(attribute)}">${children}</${tagName}>`);
        await stays(`<${tagName} ${name}="">${children}</${tagName}>`);
      });
    }
  }
});
