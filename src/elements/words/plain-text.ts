/** Text without accents and capitals: who looks for "francais" means "Français". */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
