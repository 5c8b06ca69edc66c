/** Gives the page's elements the look that a form chooses, and shows the styles that make it. */
export function showLook(form: HTMLFormElement | null, code: HTMLElement | null): void {
  if (!form) return;
  const show = () => {
    const chosen = new FormData(form);
    const styles = {
      '--vh-accent': String(chosen.get('accent')),
      '--vh-on-accent': '#ffffff',
      '--vh-radius': String(chosen.get('radius')),
    };
    for (const [name, value] of Object.entries(styles)) document.body.style.setProperty(name, value);
    const lines = Object.entries(styles).map(([name, value]) => `  ${name}: ${value};`);
    if (code) code.textContent = `:root {\n${lines.join('\n')}\n}`;
  };
  form.addEventListener('change', show);
  show();
}
