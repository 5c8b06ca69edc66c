/** Sets an inline property of an element where it is another one: what is set again is styled again in some browsers. */
export function writeStyle(element: HTMLElement | null, name: string, value: string): void {
  if (element && element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
