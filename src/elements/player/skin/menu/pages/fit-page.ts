import type { SkinContext } from '../../context/control.ts';
import type { Choice, MenuPage } from './menu-page.ts';

/** How the picture stands in a player of another shape. In one of its own shape there is nothing to choose. */
export function fitPage({ media, words, choices: kept, update }: SkinContext): MenuPage | undefined {
  if (media.videoWidth === 0 || media.classList.contains('nearly')) return undefined;
  const choice = (fit: 'whole' | 'fill', label: string): Choice => ({
    label,
    isChosen: kept.fit === fit,
    choose: () => {
      kept.keep({ fit });
      update();
    },
  });
  const choices = [choice('whole', words.fitWhole), choice('fill', words.fitFill)];
  const now = choices.find(({ isChosen }) => isChosen)?.label ?? '';
  return { name: 'fit', title: words.fit, now, choices };
}
