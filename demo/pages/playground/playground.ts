import 'vh-elements/define/vh-captions-picker.js';
import 'vh-elements/define/vh-player.js';
import 'vh-elements/define/vh-transcript.js';
import 'vh-elements/define/vh-upload-status.js';
import 'vh-elements/define/vh-uploader.js';
import { copyOnClick } from '../copy.ts';
import type { Places } from '../../playground/code/piece.ts';
import { readFaces, readStyles, type Manifest } from '../../playground/face/read-faces.ts';
import { readAddress, writeAddress } from '../../playground/state/address.ts';
import { untouched, type Choice, type Offer } from '../../playground/state/choice.ts';
import { CodeView } from './code-view.ts';
import { Controls } from './controls.ts';
import { Stage } from './stage.ts';

/** The caption files of the sample, as the build has put them. */
const CAPTIONS: Readonly<Record<string, string>> = {
  en: new URL('../../media/sample.en.vtt', import.meta.url).href,
  de: new URL('../../media/sample.de.vtt', import.meta.url).href,
  fr: new URL('../../media/sample.fr.vtt', import.meta.url).href,
};
const MANIFEST = new URL('../../../custom-elements.json', import.meta.url);

const page = document.querySelector<HTMLElement>('main');
const status = document.querySelector('#said');
if (page) await open(page);

async function open(main: HTMLElement): Promise<void> {
  const [manifest, { videoId }] = await Promise.all([
    get<Manifest>(MANIFEST),
    get<{ videoId: string }>('demo/samples'),
  ]);
  const offer: Offer = {
    ...{ faces: readFaces(manifest), styles: readStyles(manifest) },
    languages: (main.dataset.languages ?? '').split(' '),
    captions: Object.keys(CAPTIONS),
  };
  const places: Places = {
    ...{ backend: 'vh', videoId, captions: (language) => CAPTIONS[language] ?? '' },
    file: {
      src: new URL(`assets/vod/${videoId}/mp4/source.mp4`, document.baseURI).href,
      poster: new URL('../../media/sample.jpg', import.meta.url).href,
    },
  };
  const stage = new Stage(find('#stage'), offer, places);
  const code = new CodeView(find('#code-card'), offer, videoId);
  let choice = readAddress(location.hash.slice(1), offer);
  const show = (next: Choice) => {
    choice = next;
    stage.show(choice);
    code.show(choice);
  };
  const controls = new Controls(find('#controls'), offer, choice, (next) => {
    show(next);
    const address = writeAddress(choice);
    // No entry of the history for each letter.
    history.replaceState(null, '', address === '' ? location.pathname + location.search : `#${address}`);
  });
  show(choice);
  const take = (next: Choice) => {
    show(next);
    controls.show(next);
  };
  addEventListener('hashchange', () => take(readAddress(location.hash.slice(1), offer)));
  find('#restart').onclick = () => stage.restart();
  find('#reset').onclick = () => {
    history.replaceState(null, '', location.pathname + location.search);
    take(untouched(choice.tag));
  };
  find('#link').onclick = () => void copyLink();
  copyOnClick(status);
}

async function copyLink(): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(location.href).then(
    () => true,
    () => false,
  );
  if (status) status.textContent = isCopied ? 'The link is copied.' : 'The address of this page is the link.';
}

async function get<Answer>(address: URL | string): Promise<Answer> {
  return (await (await fetch(address)).json()) as Answer;
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
