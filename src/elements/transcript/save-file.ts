/** Gives the reader a file to keep. */
export function saveFile(page: Document, name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  // Out of sight, but in the page: some browsers do nothing with a link that is nowhere.
  link.hidden = true;
  page.body.append(link);
  link.click();
  link.remove();
  // The browser has taken it by then.
  URL.revokeObjectURL(url);
}
