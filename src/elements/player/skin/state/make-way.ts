/**
 * Keeps captions and a notice apart: the notice stands below where captions are at its place, and captions wait until it is
 * over where the picture is too small for both.
 */
export function makeWay(frame: HTMLElement, notice: HTMLElement): void {
  frame.classList.remove('waiting');
  notice.classList.remove('below');
  if (!overlaps(frame, notice)) return;
  notice.classList.add('below');
  if (!overlaps(frame, notice)) return;
  notice.classList.remove('below');
  frame.classList.add('waiting');
}

function overlaps(frame: HTMLElement, notice: HTMLElement): boolean {
  const text = notice.querySelector('span:not(:empty)')?.getBoundingClientRect();
  const cues = [...frame.querySelectorAll('.cue')].map((cue) => cue.getBoundingClientRect());
  return cues.some(
    ({ top, bottom, left, right }) =>
      text !== undefined && top < text.bottom && bottom > text.top && left < text.right && right > text.left,
  );
}
