/** Makes each button of a card ask the service for a usual fault, or end all of them, and says what goes wrong now. */
export function spoilLine(card: HTMLElement | null): void {
  const state = card?.querySelector('[role=status]');
  for (const button of card?.querySelectorAll('button') ?? []) {
    button.addEventListener('click', () => {
      void change(button.dataset['preset']).then((isDone) => {
        if (state)
          state.textContent = isDone ? said(button) : 'The service cannot be reached: press again soon.';
      });
    });
  }
}

const said = (button: HTMLButtonElement) =>
  button.dataset['preset'] ? `${button.textContent.trim()}: from now on.` : 'Nothing goes wrong on purpose.';

async function change(preset: string | undefined): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const request = preset
    ? { method: 'POST', headers, body: JSON.stringify({ preset }) }
    : { method: 'DELETE' };
  const answer = await fetch('_sandbox/faults', request).catch(() => undefined);
  return answer?.ok ?? false;
}
