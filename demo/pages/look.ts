import { chosenIn } from './chosen-in.ts';

/** Gives the page's elements the look that a form chooses, and shows the styles that make it. */
export function showLook(form: HTMLFormElement | null, code: HTMLElement | null): void {
  if (!form) return;
  const show = () => {
    const chosen = chosenIn(form);
    const styles = {
      '--vh-accent': chosen.get('accent') ?? '',
      '--vh-on-accent': '#ffffff',
      '--vh-radius': chosen.get('radius') ?? '',
    };
    for (const [name, value] of Object.entries(styles)) document.body.style.setProperty(name, value);
    const lines = Object.entries(styles).map(([name, value]) => `  ${name}: ${value};`);
    if (code) code.textContent = `:root {\n${lines.join('\n')}\n}`;
  };
  form.addEventListener('change', show);
  show();
}
