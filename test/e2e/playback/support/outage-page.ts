import '../../../../src/define/vh-player.ts';
import type { VhPlayer } from '../../../../src/elements/player/vh-player.ts';

/** A moment of a player whose network is away. */
export interface OutageMoment {
  /** The sentence in place of the video; empty while there is none. */
  message: string;
  /** True while a picture of the film is on the screen. */
  hasPicture: boolean;
  /** The name of what has the focus; empty where nothing of the player has it. */
  focus: string;
  /** Where the button that plays and pauses is, while words stand over the picture. */
  button: 'beside' | 'over' | '';
}

declare global {
  interface Window {
    /** What a viewer has seen since the page loaded, each change once. */
    outage: OutageMoment[];
    /** Seconds: the earliest place at which the film has played. */
    earliest: number;
  }
}

window.outage = [];
window.earliest = Infinity;

const player = document.querySelector('vh-player') as VhPlayer;
const { media } = player;
media.addEventListener('timeupdate', () => {
  if (media.readyState > 2 && !media.paused) window.earliest = Math.min(window.earliest, media.currentTime);
});

const look = () => {
  requestAnimationFrame(look);
  const root = player.shadowRoot as ShadowRoot;
  const still = root.querySelector<HTMLCanvasElement>('canvas.still');
  const moment: OutageMoment = {
    message: root.querySelector('[role=alert]')?.textContent.trim() ?? '',
    hasPicture: media.readyState > 1 || (still !== null && isLit(still)),
    focus: root.activeElement?.className ?? '',
    button: placeOfButton(root),
  };
  const last = window.outage.at(-1);
  if (JSON.stringify(last) !== JSON.stringify(moment)) window.outage.push(moment);
};
requestAnimationFrame(look);

function placeOfButton(root: ShadowRoot): OutageMoment['button'] {
  const [said, button] = ['.away', '.at-play .button'].map((one) =>
    root.querySelector(one)?.getBoundingClientRect(),
  );
  if (!said || !button) return '';
  return said.bottom <= button.top || said.top >= button.bottom ? 'beside' : 'over';
}

/** True for a picture that is not all black. */
function isLit(canvas: HTMLCanvasElement): boolean {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  return data.some((value, at) => at % 4 < 3 && value > 32);
}
