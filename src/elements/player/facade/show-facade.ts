import { facade, type FacadeContent, type Piece } from './facade.ts';

/** Shows a facade beside its video, or changes the one that is `shown`; a press of its button calls `start`. */
export function showFacade(
  content: FacadeContent,
  media: HTMLVideoElement,
  start: () => void,
  shown?: Element,
): Element {
  const view = facade({ ...content, duration: media.duration });
  const element = shown ?? make(view);
  draw(view, element);
  const button = element.querySelector('button');
  if (button) button.onclick = start;
  if (!element.isConnected) media.after(element);
  return element;
}

/**
 * Makes an element what a piece says. Its children stay the same ones, with their focus and their press. The few elements of
 * the facade need no template library before playback.
 */
function draw([, attributes, content]: Piece, element: Element): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  if (typeof content !== 'string')
    content.forEach((part, at) => draw(part, element.children[at] ?? element.appendChild(make(part))));
  else if (element.textContent !== content) element.textContent = content;
}

function make([name]: Piece): Element {
  const isIcon = 'svg path'.includes(name);
  return document.createElementNS(`http://www.w3.org/${isIcon ? '2000/svg' : '1999/xhtml'}`, name);
}
