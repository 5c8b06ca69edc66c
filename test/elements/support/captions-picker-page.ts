import '../../../src/define/vh-captions-picker.ts';
import { CaptionsPickerHarness } from './captions-picker-harness.ts';

/** A track of German subtitles. */
export const german = '<track kind="subtitles" srclang="de" label="Deutsch" src="/media/captions/de.vtt">';
/** A track of English captions. */
export const english = '<track kind="captions" srclang="en" label="English" src="/media/captions/en.vtt">';

/** A video with tracks, as markup. */
export function video(tracks = english + german, id = 'player'): string {
  return `<video id="${id}" src="/media/tiny.mp4" muted>${tracks}</video>`;
}

/** Puts markup with a picker on the page. */
export async function page(markup: string): Promise<CaptionsPickerHarness> {
  const stage = document.createElement('main');
  stage.lang = 'en';
  stage.insertAdjacentHTML('afterbegin', markup);
  document.body.append(stage);
  const picker = stage.querySelector('vh-captions-picker');
  if (!picker) throw new Error('The page has no picker.');
  await picker.updateComplete;
  const harness = new CaptionsPickerHarness(picker);
  await harness.approach();
  return harness;
}

/** The tracks of a player on the page. */
export function playerTracks(id = 'player'): TextTrackList {
  return (
    document.querySelector<HTMLVideoElement>(`#${id}`)?.textTracks ?? (new EventTarget() as TextTrackList)
  );
}

/** The languages that a player shows. */
export function showing(id?: string): string[] {
  return [...playerTracks(id)].filter(({ mode }) => mode === 'showing').map(({ language }) => language);
}

/** The names of the events that an element has sent so far. */
export function eventsOf(element: Element): string[] {
  const seen: string[] = [];
  for (const type of ['input', 'change']) element.addEventListener(type, () => seen.push(type));
  return seen;
}

/** Leaves nothing behind for the next test. */
export function clearPage(): void {
  document.querySelectorAll('main').forEach((stage) => stage.remove());
  localStorage.clear();
}
