import { build, keep, type Item } from '../../build.ts';
import { ask, type Listed } from './api.ts';
import { button, input, say } from './widgets.ts';

/** How a list is fetched and drawn. */
export interface ListOptions<One> {
  /** Its name, for those who do not see it. */
  label: string;
  /** Asks for a page; the text that is searched for, where it can be, and the page are added. */
  path: string;
  searches?: string;
  blank: string;
  item: (one: One) => Item;
  /** Told of each page once it is drawn. */
  shown?: (list: HTMLElement, data: readonly One[]) => void;
}

const PAGE_SIZE = 25;

/** A list that the server pages and searches. */
export class List<One> {
  readonly element: HTMLElement;
  readonly #options: ListOptions<One>;
  readonly #life: AbortSignal;
  readonly #list = document.createElement('ul');
  readonly #blank: HTMLElement;
  readonly #count = build('span', 'quiet');
  readonly #search: HTMLInputElement | undefined;
  readonly #steps: HTMLButtonElement[];
  #page = 1;
  #asked = 0;

  constructor(options: ListOptions<One>, life: AbortSignal) {
    this.#options = options;
    this.#life = life;
    this.#list.className = 'list';
    this.#list.setAttribute('role', 'list');
    this.#list.setAttribute('aria-label', options.label);
    this.#blank = build('p', 'blank', options.blank);
    this.#blank.hidden = true;
    const bar = build('div', 'row bar');
    if (options.searches !== undefined) {
      this.#search = input('search', { placeholder: options.searches });
      this.#search.setAttribute('aria-label', options.searches);
      this.#search.setAttribute('aria-keyshortcuts', '/');
      this.#search.addEventListener('input', () => void this.#go(1));
      bar.append(this.#search);
    }
    const step = (words: string, by: number) => button(words, () => this.#go(this.#page + by));
    this.#steps = [step('Previous', -1), step('Next', 1)];
    bar.append(this.#count, ...this.#steps);
    this.element = build('div', '', bar, this.#list, this.#blank);
  }

  async refresh(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const { path } = this.#options;
    const query = new URLSearchParams({ currentPage: String(this.#page), pageSize: String(PAGE_SIZE) });
    const text = this.#search?.value.trim() ?? '';
    if (text !== '') query.set('text', text);
    const { data, pagination } = await ask<Listed<One>>(
      'GET',
      `${path}?${query.toString()}`,
      undefined,
      this.#life,
    );
    // A later question may have been answered first.
    if (asked !== this.#asked) return;
    const { itemsTotal, pagesTotal } = pagination;
    if (this.#page > pagesTotal) return this.#go(pagesTotal);
    keep(this.#list, data.map(this.#options.item));
    this.#options.shown?.(this.#list, data);
    this.#blank.hidden = data.length > 0;
    const first = (this.#page - 1) * PAGE_SIZE + 1;
    const shown = `${first.toLocaleString()} to ${(first + data.length - 1).toLocaleString()}`;
    this.#count.textContent = itemsTotal === 0 ? '' : `${shown} of ${itemsTotal.toLocaleString()}`;
    const [previous, next] = this.#steps;
    if (previous) previous.hidden = this.#page <= 1;
    if (next) next.hidden = this.#page >= pagesTotal;
  }

  async #go(page: number): Promise<void> {
    this.#page = Math.max(1, page);
    await this.refresh();
    say(this.#count.textContent || this.#options.blank);
  }
}
