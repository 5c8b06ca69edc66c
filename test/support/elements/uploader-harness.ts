import type { VhUploader } from '../../../src/elements/uploader/vh-uploader.ts';

const OWN_EVENTS = [
  'vh-file-accept',
  'vh-upload-start',
  'vh-upload-progress',
  'vh-upload-done',
  'vh-upload-playable',
  'vh-error',
] as const;

/** Milliseconds after which a test reports its failed wait, before the runner ends it without a message. */
const TIMEOUT_MS = 17_000;

/** Uses an uploader as a person would, so that no test needs to know its shadow root. */
export class UploaderHarness {
  readonly element: VhUploader;
  /** Every event of the element's own, in order. */
  readonly events: Event[] = [];

  constructor(element: VhUploader) {
    this.element = element;
    for (const type of OWN_EVENTS) element.addEventListener(type, (event) => this.events.push(event));
  }

  /** The types of the events so far; a run of progress counts once. */
  get story(): string[] {
    return this.events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
  }

  /** The text that a person reads, without spoken and hidden parts. */
  get text(): string {
    const shown = this.find('.list') ?? this.find('.row') ?? this.find('.zone');
    return this.#read([shown]).join('').replace(/\s+/g, ' ').trim();
  }

  /** The text that a person reads in the element, without spoken parts. */
  get whole(): string {
    const shown = [...(this.find('.frame')?.children ?? [])].filter(
      (one) => !one.matches('.spoken, [inert]'),
    );
    return this.#read(shown)
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .join(' ');
  }

  /** Everything that is in the element, its hidden and spoken parts included. */
  get everything(): string {
    return this.element.shadowRoot?.textContent ?? '';
  }

  /** The names in the rows, from top to bottom. */
  get rows(): string[] {
    return this.#rows().map((row) => row.querySelector('.name .spoken')?.textContent.trim() ?? '');
  }

  /** How many rows a screen reader says there are: of hundreds, only those near the view are made. */
  get rowCount(): number {
    const [first] = this.#rows();
    return Number(first?.closest('li')?.ariaSetSize ?? this.#rows().length);
  }

  /** The row of that name, if it is made. */
  row(name: string): HTMLElement | undefined {
    return this.#rows()[this.rows.indexOf(name)];
  }

  /** What the choice of the shown files offers, the chosen one first; nothing while there is no choice. */
  get filter(): string[] {
    const choice = this.find('.filter') as HTMLSelectElement | undefined;
    const options = [...(choice?.options ?? [])];
    const [chosen] = choice?.selectedOptions ?? [];
    return [...(chosen ? [chosen] : []), ...options.filter((option) => option !== chosen)].map(
      ({ text }) => text,
    );
  }

  /** Chooses which files are shown, as a person does. */
  showOnly(kind: 'all' | 'failed' | 'unfinished' | 'done'): void {
    const choice = (this.find('.filter') as HTMLSelectElement | undefined) ?? missing('choice of files');
    choice.value = kind;
    choice.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** What the rows say below the names. */
  get details(): string[] {
    return this.#read(this.#rows().map((row) => row.querySelector('.detail'))).map((text) => text.trim());
  }

  /** The summary of all rows. */
  get total(): string {
    return this.find('.foot .detail')?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  }

  /** The announcements to a screen reader. */
  get spoken(): string {
    return this.find('[role="status"]')?.textContent.trim() ?? '';
  }

  /** True once what brings a removed file back has been loaded. */
  get canUndo(): boolean {
    const sheets = this.element.shadowRoot?.adoptedStyleSheets ?? [];
    return sheets.some(({ cssRules }) =>
      [...cssRules].some(({ cssText }) => cssText.startsWith('.removed ')),
    );
  }

  /** How often a screen reader announces something with `words` in it, from now on. */
  countSpoken(words: string): { readonly times: number } {
    const heard = { times: 0 };
    const region = this.find('[role="status"]');
    if (!region) throw new Error('Nothing can be reported yet.');
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.textContent?.includes(words)) heard.times++;
    }).observe(region, { childList: true, characterData: true, subtree: true });
    return heard;
  }

  /** How many rows were made in one go at most, from now on. */
  countRows(): { readonly atOnce: number } {
    const made = { atOnce: 0 };
    const isRow = (node: Node) => node instanceof HTMLElement && node.querySelector('.row') !== null;
    new MutationObserver((changes) => {
      const rows = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isRow);
      made.atOnce = Math.max(made.atOnce, rows.length);
    }).observe(this.find('.list ul') ?? missing('list'), { childList: true });
    return made;
  }

  /** The progress bar, when there is one. */
  get bar(): { name: string | null; value: string | null; text: string | null; share: string } | undefined {
    const bar = this.find('[role="progressbar"]');
    return (
      bar && {
        name: bar.ariaLabel,
        value: bar.getAttribute('aria-valuenow'),
        text: bar.getAttribute('aria-valuetext'),
        share: this.find('.fill')?.style.getPropertyValue('--_share') ?? '',
      }
    );
  }

  /** How much of the element moves on by itself: each frame of it takes the page's time. */
  get animations(): number {
    return this.element.shadowRoot?.getAnimations().length ?? 0;
  }

  /** The names of the buttons that can be reached. */
  get buttons(): string[] {
    return this.#reachable().map(nameOf);
  }

  /** The name of the button that has the focus. */
  get focused(): string | undefined {
    // Not by class: the page may be another one than the test's.
    const active = this.element.shadowRoot?.activeElement as HTMLElement | null | undefined;
    return active ? nameOf(active) : undefined;
  }

  /** The input that the file dialog belongs to. */
  get input(): HTMLInputElement {
    return (this.find('input[type="file"]') as HTMLInputElement | undefined) ?? missing('file input');
  }

  /** The frame that takes drops. */
  get frame(): HTMLElement {
    return this.find('.frame') ?? missing('frame');
  }

  /** The name of the whole control. An input would add to its own that no file is chosen. */
  get name(): string | undefined {
    const named = this.find(`#${this.frame.getAttribute('aria-labelledby') ?? ''}`);
    return named instanceof HTMLImageElement ? named.alt : undefined;
  }

  /** True when the row has the look that it should have. */
  get isDressed(): boolean {
    const row = this.find('.row');
    return row !== undefined && getComputedStyle(row).display !== 'block';
  }

  /** True while the recorder shows a picture. */
  get isShowing(): boolean {
    const video = this.find('.recorder video');
    return video instanceof HTMLVideoElement && video.readyState >= video.HAVE_CURRENT_DATA;
  }

  /** True while the element shows that a file may be dropped. */
  get isInviting(): boolean {
    return this.frame.classList.contains('dragging');
  }

  button(name: string): HTMLButtonElement {
    return this.#reachable().find((button) => nameOf(button) === name) ?? missing(`button "${name}"`);
  }

  press(name: string): void {
    this.button(name).click();
  }

  /** Presses a button as soon as it is there: the code of a row may come after the event that ends an upload. */
  async pressSoon(name: string): Promise<void> {
    await this.until(() => this.buttons.includes(name));
    this.press(name);
  }

  /** Presses the first button that is styled as that part: by no words, so that it works in every language. */
  pressPart(part: string): void {
    this.pressFirst(`[part~="${part}"]`);
  }

  /** Presses the first button that fits a selector. */
  pressFirst(selector: string): void {
    (this.find(selector) ?? missing(selector)).click();
  }

  /** Words that must not be parted, such as a number and its unit. */
  get values(): HTMLElement[] {
    return [...(this.element.shadowRoot?.querySelectorAll<HTMLElement>('.detail bdi') ?? [])];
  }

  /** True while there is anything of that part. */
  hasPart(part: string): boolean {
    return this.find(`[part~="${part}"]`) !== undefined;
  }

  /** True while there is anything of that class. */
  hasClass(name: string): boolean {
    return this.find(`.${name}`) !== undefined;
  }

  /** True while the element has that state, for style sheets. */
  isIn(state: string): boolean {
    return this.element.matches(`:state(${state})`);
  }

  /** What the first thing that fits a selector looks like. */
  styleOf(selector: string): CSSStyleDeclaration {
    return getComputedStyle(this.find(selector) ?? missing(selector));
  }

  /** Ends running colour transitions. */
  finishTransitions(): void {
    for (const change of this.element.shadowRoot?.getAnimations() ?? [])
      if (change instanceof CSSTransition) change.finish();
  }

  /** Opens the details of the first error. */
  openDetails(): void {
    this.find('summary')?.click();
  }

  /** Chooses files in the dialog. */
  choose(...files: File[]): void {
    this.input.files = transfer(...files).files;
    this.input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Presses a key where the focus is. */
  key(key: string, options: KeyboardEventInit = {}): void {
    const target = this.element.shadowRoot?.activeElement ?? this.frame;
    const event = new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      cancelable: true,
      composed: true,
      ...options,
    });
    target.dispatchEvent(event);
  }

  /** Drops a folder of files. */
  dropFolder(...files: File[]): void {
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    // Only a person can drop a folder: a script's own has no entries.
    Object.defineProperty(event, 'dataTransfer', {
      value: { types: ['Files'], files: [], items: [{ webkitGetAsEntry: () => folderOf(files) }] },
    });
    this.frame.dispatchEvent(event);
  }

  /** Drags a file over the element, and drops it there when `drop` says so. */
  drag(what: File | string, drop: boolean): DragEvent {
    const dataTransfer = typeof what === 'string' ? new DataTransfer() : transfer(what);
    if (typeof what === 'string') dataTransfer.setData('text/uri-list', what);
    const options = { bubbles: true, cancelable: true, dataTransfer };
    this.frame.dispatchEvent(new DragEvent('dragenter', options));
    this.frame.dispatchEvent(new DragEvent('dragover', options));
    const last = new DragEvent(drop ? 'drop' : 'dragleave', options);
    if (drop) this.frame.dispatchEvent(last);
    return last;
  }

  paste(file: File): void {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    // Not every browser lets a script make a clipboard event that has files.
    Object.defineProperty(event, 'clipboardData', { value: transfer(file) });
    this.frame.dispatchEvent(event);
  }

  /** Resolves when the element fires `type`, at once when it has. */
  async when<Type extends (typeof OWN_EVENTS)[number]>(
    type: Type,
  ): Promise<GlobalEventHandlersEventMap[Type]> {
    const past = this.events.find((event) => event.type === type);
    const event =
      past ??
      (await new Promise<Event>((resolve) => this.element.addEventListener(type, resolve, { once: true })));
    await this.element.updateComplete;
    return event as GlobalEventHandlersEventMap[Type];
  }

  /** Resolves when `condition` holds after a render. */
  async until(condition: () => boolean): Promise<void> {
    const began = performance.now();
    while (!condition()) {
      if (performance.now() - began > TIMEOUT_MS) {
        const shown = JSON.stringify({
          text: this.text,
          bar: this.bar,
          spoken: this.spoken,
          story: this.story,
        });
        throw new Error(`In vain: ${String(condition)} while it is ${shown}`);
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await this.element.updateComplete;
    }
  }

  find(selector: string): HTMLElement | undefined {
    return this.element.shadowRoot?.querySelector<HTMLElement>(selector) ?? undefined;
  }

  /** The texts that a person reads who scrolls there, too: `innerText` leaves out what a browser does not draw yet. */
  #read(shown: readonly (Element | null | undefined)[]): string[] {
    const rows = [...(this.element.shadowRoot?.querySelectorAll('li') ?? [])];
    for (const { style } of rows) style.contentVisibility = 'visible';
    const texts = shown.map((one) => (one as HTMLElement | undefined | null)?.innerText ?? '');
    for (const { style } of rows) style.removeProperty('content-visibility');
    return texts;
  }

  #rows(): HTMLElement[] {
    return [...(this.element.shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])];
  }

  #reachable(): HTMLButtonElement[] {
    const all = this.element.shadowRoot?.querySelectorAll('button') ?? [];
    return [...all].filter((button) => !button.disabled && !button.closest('[inert]'));
  }
}

function nameOf(button: HTMLElement): string {
  return button.ariaLabel ?? button.textContent.trim();
}

function transfer(...files: File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}

function folderOf(
  files: readonly File[],
): Pick<FileSystemDirectoryEntry, 'isDirectory' | 'isFile' | 'createReader'> {
  const entries = files.map((file) => ({
    isFile: true,
    isDirectory: false,
    name: file.name,
    file: (found: (file: File) => void) => found(file),
  }));
  const reader = (left: unknown[]) => ({
    readEntries: (found: (entries: FileSystemEntry[]) => void) => found(left.splice(0) as FileSystemEntry[]),
  });
  return { isFile: false, isDirectory: true, createReader: () => reader([...entries]) };
}

function missing(what: string): never {
  throw new TypeError(`The uploader has no ${what}.`);
}
