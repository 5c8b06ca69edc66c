import type { Page } from 'playwright';

/** What an attacker could still do in a page who has got a text of theirs into it: nothing, where its policy is strict. */
export async function attacksThatWork(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const ran: string[] = [];
    const { dataset } = document.documentElement;
    const attempt = (name: string, attack: (mark: string) => void) => {
      try {
        attack(`document.documentElement.dataset.attack = ${JSON.stringify(name)}`);
      } catch {
        // Refused.
      }
      if (dataset['attack'] === name) ran.push(name);
    };
    const attackAll = () => {
      attempt('an inline script', (mark) => {
        const script = document.createElement('script');
        script.append(mark);
        document.body.append(script);
      });
      attempt('eval', (mark) => void (0, eval)(mark));
      attempt('markup', () => {
        document.createElement('div').innerHTML = '<b>text</b>';
        dataset['attack'] = 'markup';
      });
      attempt('an inline style', () => {
        const style = document.createElement('style');
        style.append('html { outline: 7px solid red }');
        document.head.append(style);
        if (getComputedStyle(document.documentElement).outlineWidth === '7px')
          dataset['attack'] = 'an inline style';
      });
    };
    // In a turn of its own: what a debugger runs may do more than the page may.
    await new Promise<void>((resolve) => {
      setTimeout(() => {
        attackAll();
        resolve();
      }, 0);
    });
    return ran;
  });
}
