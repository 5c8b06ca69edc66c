/** Limits of an uploader: with one that cannot be read, it takes no file. */
const LIMIT = /^(min|max)-(size|duration|width|height)$/;

/** With another value of these nothing plays, or nothing is sent. */
const NEEDED = /^(protocol|video-id|live-stream-id)$/;

/** What the console says of an attribute whose number cannot be read, and the error of a file that it keeps out. */
export function ignoredNumber(element: Element, name: string): string {
  return ignoredValue(
    element,
    name,
    name === 'max-size' ? 'bytes, such as "2 GB"' : 'a number, such as "10"',
  );
}

/** What the console says of an attribute whose value is none that it takes. */
export function ignoredValue(element: Element, name: string, expected: string): string {
  const value = element.getAttribute(name)?.slice(0, 40) ?? '';
  const otherwise = NEEDED.test(name) ? 'cannot be used' : 'is ignored';
  const effect = LIMIT.test(name) ? 'lets no file through' : otherwise;
  return `<${element.localName} ${name}="${value}"> ${effect}: the value is ${expected}.`;
}
