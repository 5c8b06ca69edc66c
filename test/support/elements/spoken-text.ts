/** The spoken text of an element without a name: pictures and numbers that are hidden from screen readers are not. */
export function spokenText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return copy.textContent.trim();
}
