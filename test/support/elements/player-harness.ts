import type { VhPlayer } from '../../../src/elements/player/vh-player.ts';
import '../../../src/define/vh-player.ts';
import { spokenText } from './spoken-text.ts';
import { until } from '../until.ts';
import { words } from '../words.ts';

export { until };

/** Where the player's films are. */
export const FILMS = {
  hls: '/media/hls/master.m3u8',
  live: '/media/live/index.m3u8',
  mp4: '/media/dusk.mp4',
  /** 24 seconds. */
  long: '/media/long/index.m3u8',
  poster: '/media/dusk.jpg',
  gone: '/media/hls/gone.m3u8',
  goneFile: '/media/gone.mp4',
  noDuration: '/media/hls/broken/no-duration.m3u8',
  noSegments: '/media/hls/broken/no-segments.m3u8',
  missingSegment: '/media/hls/broken/missing-segment.m3u8',
  notAPlaylist: '/media/hls/broken/not-a-playlist.m3u8',
  unknownCodec: '/media/hls/broken/unknown-codec.m3u8',
} as const;

const TOLD = [
  ...['emptied', 'loadstart', 'durationchange', 'loadedmetadata', 'canplay', 'play', 'playing', 'waiting'],
  ...['seeking', 'seeked', 'pause', 'ended', 'error'],
];

/** One player in the page: what a visitor sees of it, and can do to it. */
export class PlayerHarness {
  readonly element: VhPlayer;
  /** The media events so far, each with the video's time. */
  readonly #reported: string[] = [];

  constructor(element: VhPlayer) {
    this.element = element;
    for (const type of TOLD) {
      element.media.addEventListener(type, () => {
        this.#reported.push(
          `${type}@${element.media.currentTime.toFixed(2)}/${element.media.duration.toFixed(2)}`,
        );
      });
    }
  }

  /** Puts a player into the page, 640 pixels wide; another visit keeps what viewers chose before. */
  static async create(
    markup = '',
    prepare?: (element: VhPlayer) => void,
    visit: 'first' | 'another' = 'first',
  ): Promise<PlayerHarness> {
    if (visit === 'first')
      for (const kept of ['vh-player', 'vh-captions', 'vh-positions', 'vh-consent'])
        localStorage.removeItem(kept);
    const box = document.createElement('div');
    box.innerHTML = markup.startsWith('<') ? markup : `<vh-player ${markup}></vh-player>`;
    const element = box.querySelector('vh-player');
    if (!element) throw new TypeError('The markup has no player.');
    prepare?.(element);
    box.style.width = '640px';
    document.body.append(box);
    await element.updateComplete;
    return new PlayerHarness(element);
  }

  /** The button over the poster, while it is there. */
  get bigButton(): HTMLElement | null {
    return this.#find('.start:not([hidden])');
  }

  /** The words over the poster. */
  get facadeText(): string {
    return this.#find('.facade')?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  }

  /** True when a visitor sees just these words somewhere in the player. */
  shows(words: string): boolean {
    return [...this.#root.querySelectorAll('span, p')].some(
      (element) => element.textContent.trim() === words && element.checkVisibility(),
    );
  }

  /** The sentence in place of a video that cannot be played. */
  get message(): string | undefined {
    return this.#find('[role=alert]')?.textContent.trim();
  }

  /** The seconds until the next entry begins, as they show; undefined while none are counted. */
  get countdown(): string | undefined {
    return this.#find('.count')?.textContent.trim();
  }

  /** The last announcements to screen readers, region by region. */
  get statuses(): string[] {
    return [...this.#root.querySelectorAll('[role=status], [aria-live]')].map(textOf);
  }

  /** The region for screen readers that says just these words. */
  statusSaying(text: string): HTMLElement {
    const regions = [...this.#root.querySelectorAll<HTMLElement>('[role=status]')];
    const found = regions.find((region) => textOf(region) === text);
    if (!found) throw new TypeError(`The player does not say "${text}".`);
    return found;
  }

  /** True while the controls are rendered. */
  get hasControls(): boolean {
    return this.#find('.controls') !== null;
  }

  /** A control by its accessible name. */
  control(name: string): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>(`[aria-label="${name}"]`) ?? this.#buttonSaying(name);
    if (!found) throw new TypeError(`The player has no control "${name}".`);
    return found;
  }

  /** True when there is such a control. */
  has(name: string): boolean {
    return this.#root.querySelector(`[aria-label="${name}"]`) !== null;
  }

  /** True when there is a button that says just these words. */
  offers(words: string): boolean {
    return this.#buttonSaying(words) !== undefined;
  }

  /** What a page can style as that part. */
  partsNamed(name: string): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>(`[part~="${name}"]`)];
  }

  /** What changes in the player's own tree from now on, until the list is asked for; `but` names an attribute that may. */
  watchDrawing(but: string): () => string[] {
    const changes: string[] = [];
    const note = (records: MutationRecord[]) => {
      for (const { type, target, attributeName } of records)
        if (attributeName !== but) changes.push(`${type} of ${target.nodeName} ${attributeName ?? ''}`);
    };
    const observer = new MutationObserver(note);
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    observer.observe(this.#root, all);
    return () => {
      note(observer.takeRecords());
      observer.disconnect();
      return changes;
    };
  }

  /** The control that has the focus, by its name. */
  get focused(): string | null {
    return this.#root.activeElement?.getAttribute('aria-label') ?? null;
  }

  /** Resolves once nothing fades any more: what fades has less contrast for a moment. */
  async faded(): Promise<void> {
    const fades = this.#root.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fades.map(({ finished }) => finished));
  }

  /** The texts of the settings' present page, while it is open. */
  get menu(): string[] {
    return this.#menuItems.map(textOf);
  }

  /**
   * Opens the settings, or one of their pages by what its row begins with. Resolves once the focus is in them: until then, a
   * key would still act on the player.
   */
  async openSettings(row?: string): Promise<void> {
    const button = this.control(words('player.settings'));
    button.focus();
    button.click();
    const isInside = () => this.menu.includes(this.focusedItem);
    await until(isInside, () => [this.menu, this.focusedItem]);
    if (row === undefined) return;
    this.menuItem(this.menu.find((text) => text.startsWith(row)) ?? row).click();
    await until(
      () => this.menu[0]?.startsWith(row) === true && isInside(),
      () => [this.menu, this.focusedItem],
    );
  }

  /** The colour behind the settings, while they are open. */
  get menuGround(): string {
    const sheet = this.#root.querySelector('.sheet:popover-open');
    return sheet ? getComputedStyle(sheet).backgroundColor : '';
  }

  /** The link to copy by hand; undefined while there is none. */
  get linkField(): HTMLInputElement | undefined {
    return this.#root.querySelector<HTMLInputElement>('.sheet:popover-open input') ?? undefined;
  }

  /** The field that finds a language; undefined while there is none. */
  get search(): HTMLInputElement | undefined {
    return this.#root.querySelector<HTMLInputElement>('.sheet:popover-open [part=search]') ?? undefined;
  }

  /** What the list of keys explains. */
  get definitions(): string[] {
    return [...this.#root.querySelectorAll('dd')].map(textOf);
  }

  /** One of them, by its text. */
  menuItem(text: string): HTMLElement {
    const item = this.#menuItems.find((one) => textOf(one) === text);
    if (!item) throw new TypeError(`The menu has no "${text}", but ${this.menu.join(', ')}.`);
    return item;
  }

  /** The text of what has the focus in the settings. */
  get focusedItem(): string {
    return textOf(this.#root.activeElement ?? undefined);
  }

  /** Presses a key on what has the focus. */
  pressFocused(key: string): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true });
    (this.#root.activeElement ?? this.element).dispatchEvent(event);
    return event;
  }

  /** What stands over the seek bar, line by line; empty while nothing does. */
  get tip(): string[] {
    const lines = this.#root.querySelectorAll('.tip.shown > span');
    return [...lines].map((line) => textOf(line)).filter(Boolean);
  }

  /** Where that is. */
  get tipBox(): DOMRect | undefined {
    return this.#find('.tip')?.getBoundingClientRect();
  }

  /** The picture over the seek bar; undefined while there is none to be seen. */
  get preview(): HTMLImageElement | undefined {
    const image = this.#root.querySelector<HTMLImageElement>('.tip.shown img');
    return image?.checkVisibility({ visibilityProperty: true }) ? image : undefined;
  }

  /** The part that is repeated, as it is drawn: from where to where on the rail, 0 to 1; undefined for none. */
  get repeated(): readonly number[] | undefined {
    const [part, rail] = [this.#find('.rail .part'), this.#find('.rail')].map((one) =>
      one?.getBoundingClientRect(),
    );
    if (!part || !rail) return undefined;
    return [part.left, part.right].map((edge) => (edge - rail.left) / rail.width);
  }

  /** Sends the seek bar a pointer's event at a part of its length, from where the video begins. */
  pointAtSeekBar(type: string, part: number, options: PointerEventInit = {}): void {
    const { left = 0, width = 0, top = 0 } = this.#find('.rail')?.getBoundingClientRect() ?? {};
    const at = { clientX: left + width * part, clientY: top };
    const all = { bubbles: true, composed: true, isPrimary: true, pointerType: 'mouse', ...at, ...options };
    this.control(words('player.seek')).dispatchEvent(new PointerEvent(type, all));
  }

  /** Clicks on the picture. */
  clickPicture(): void {
    this.#find('.stage')?.click();
  }

  /** What a key or a gesture has done, as it shows over the picture and is said to screen readers. */
  get notice(): string {
    return this.#find('.notice')?.textContent.trim() ?? '';
  }

  /** Sends the picture a pointer's event at a part of its width. */
  pointAtPicture(type: string, options: PointerEventInit = {}, part = 0.5): void {
    const stage = this.#find('.stage');
    const { left = 0, width = 0, top = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
    const at = { clientX: left + width * part, clientY: top + height / 2 };
    const all = { bubbles: true, composed: true, isPrimary: true, ...at, ...options };
    stage?.dispatchEvent(new PointerEvent(type, all));
  }

  /** Presses a key, such as `k` or `Shift+N`, on a control, else on the player; `code` is its place on the keyboard. */
  press(name: string, control?: string, code = ''): KeyboardEvent {
    const shiftKey = name.startsWith('Shift+');
    const key = shiftKey ? name.slice('Shift+'.length) : name;
    const options = { key, code, shiftKey, bubbles: true, composed: true, cancelable: true };
    const event = new KeyboardEvent('keydown', options);
    (control ? this.control(control) : this.element).dispatchEvent(event);
    return event;
  }

  /** Moves a slider as a hand does. */
  slide(name: string, value: number): void {
    const slider = this.control(name) as HTMLInputElement;
    slider.value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Waits until the condition holds, looking at each of the player's updates and events. */
  async until(condition: () => boolean): Promise<void> {
    await until(condition, () => this.#story());
  }

  /** Waits until the video's clock has moved past `seconds`. */
  async untilPlayed(seconds: number): Promise<void> {
    await until(
      () => this.element.currentTime > seconds && !this.element.paused,
      () => this.#story(),
    );
  }

  /** Takes the player out of the page. */
  remove(): void {
    this.element.parentElement?.remove();
  }

  /** Where the video stands, and how it came there: for the message of a timeout. */
  #story() {
    const { currentTime, duration, paused, ended, seeking, readyState, networkState, error } =
      this.element.media;
    const buffered = [...Array(this.element.media.buffered.length).keys()].map((at) => [
      this.element.media.buffered.start(at),
      this.element.media.buffered.end(at),
    ]);
    const at = { currentTime, duration, paused, ended, seeking, readyState, networkState, buffered };
    return { ...at, error: error?.message, events: this.#reported.join(' ') };
  }

  get #menuItems(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>('.sheet:popover-open .item')];
  }

  #buttonSaying(name: string): HTMLElement | undefined {
    return [...this.#root.querySelectorAll('button')].find((button) => spokenText(button) === name);
  }

  get #root(): ShadowRoot {
    // In a window of its own, that is another one than the element's.
    return this.element.renderRoot as ShadowRoot;
  }

  #find(selector: string): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(selector);
  }
}

/** The text that screen readers read: its name, else its words. */
function textOf(element: Element | undefined): string {
  return element?.getAttribute('aria-label') ?? element?.textContent.replace(/\s+/g, ' ').trim() ?? '';
}

/** The next event of that name. */
export function next<Name extends keyof GlobalEventHandlersEventMap>(
  target: EventTarget,
  name: Name,
): Promise<GlobalEventHandlersEventMap[Name]> {
  return new Promise((resolve) => {
    target.addEventListener(name, (event) => resolve(event as GlobalEventHandlersEventMap[Name]), {
      once: true,
    });
  });
}

/** What lit has complained of on this page so far; once each. */
export function litWarnings(): string[] {
  return [...(Reflect.get(globalThis, 'litIssuedWarnings') as Set<string>)];
}
