const LINE_EM = 1.35;
/** Per cent: a cue that begins further down would end outside. */
const LOWEST = 90;

/** Puts a cue where its author wants it; one that says nothing stands at the bottom, above the one before. */
export function placeCue(cue: VTTCue, element: HTMLElement): void {
  const alignment = alignmentOf(cue);
  if (alignment) element.classList.add(alignment);
  const { region } = cue;
  if (region) return placeRegion(region, element);
  if (cue.vertical) return placeVertical(cue, element);
  const { line, snapToLines } = cue;
  const size = within(cue.size, 0, 100);
  if (size < 100) element.style.setProperty('--width', `${size}%`);
  if (typeof line !== 'number') return;
  element.classList.add('placed');
  element.style.setProperty('--width', `${size}%`);
  element.style.setProperty('--left', `${startOf(cue, size)}%`);
  if (!snapToLines) element.style.setProperty('--top', `${within(line, 0, LOWEST)}%`);
  else if (line < 0) element.style.setProperty('--bottom', `${(-line - 1) * LINE_EM}em`);
  else element.style.setProperty('--top', `${line * LINE_EM}em`);
}

/** A column instead of a row: its left and right are its line, its height is its size. */
function placeVertical(cue: VTTCue, element: HTMLElement): void {
  element.classList.add('placed', 'vertical', cue.vertical === 'lr' ? 'to-right' : 'to-left');
  const size = within(cue.size, 0, 100);
  element.style.setProperty('--height', `${size}%`);
  element.style.setProperty('--top', `${startOf(cue, size)}%`);
  const { line, snapToLines } = cue;
  const isFromLeft = cue.vertical === 'lr';
  const lines = typeof line === 'number' && snapToLines ? line : 0;
  const at =
    typeof line === 'number' && !snapToLines
      ? `${within(line, 0, LOWEST)}%`
      : `${Math.abs(lines < 0 ? lines + 1 : lines) * LINE_EM}em`;
  element.style.setProperty(isFromLeft === lines >= 0 ? '--left' : '--right', at);
}

/** A region is a window of some lines, hung up by one of its points at a point of the picture. */
function placeRegion(region: VTTRegion, element: HTMLElement): void {
  const { width, lines, regionAnchorX, regionAnchorY, viewportAnchorX, viewportAnchorY } = region;
  const share = within(width, 0, 100);
  const height = within(lines, 1, 20) * LINE_EM;
  element.classList.add('placed', 'region');
  element.style.setProperty('--width', `${share}%`);
  element.style.setProperty('--left', `${viewportAnchorX - (regionAnchorX * share) / 100}%`);
  element.style.setProperty('--top', `calc(${viewportAnchorY}% - ${(regionAnchorY * height) / 100}em)`);
  element.style.setProperty('--lines', `${height}em`);
}

/** Per cent: where the box of a cue begins. */
function startOf(cue: VTTCue, size: number): number {
  const alignment = alignmentOf(cue);
  const middle = { 'start': 0, 'finish': 100, '': 50 }[alignment];
  const at = typeof cue.position === 'number' ? cue.position : middle;
  const anchor = anchorOf(cue.positionAlign) ?? { 'start': 0, 'finish': 1, '': 0.5 }[alignment];
  return within(at - anchor * size, 0, 100 - size);
}

function anchorOf(align: PositionAlignSetting | undefined): number | undefined {
  if (align === 'line-left') return 0;
  if (align === 'line-right') return 1;
  return align === 'center' ? 0.5 : undefined;
}

function alignmentOf({ align }: VTTCue): 'start' | 'finish' | '' {
  if (align === 'start' || align === 'left') return 'start';
  return align === 'end' || align === 'right' ? 'finish' : '';
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
