/** Makes each copy button copy the code beside it, and say so; screen readers announce it from `status`. */
export function copyOnClick(status: Element | null): void {
  for (const button of document.querySelectorAll<HTMLElement>('.copy')) {
    button.addEventListener('click', () => void copy(button, status));
  }
}

let copied: HTMLElement | undefined;

async function copy(button: HTMLElement, status: Element | null): Promise<void> {
  const code = button.closest('figure, .install')?.querySelector('code');
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // The browser lets no page copy here: the reader presses the keys.
    getSelection()?.selectAllChildren(code);
    return;
  }
  if (copied) copied.textContent = 'Copy';
  copied = button;
  button.textContent = 'Copied';
  if (status) status.textContent = 'Copied.';
}
