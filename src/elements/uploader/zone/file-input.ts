import type { ReactiveControllerHost } from 'lit';
import { droppedHandle } from '../../../upload/index.ts';

/** The ways back to files after a reload, in the order of the files, where the browser gave any. */
export type FileHandles = Promise<readonly (FileSystemFileHandle | undefined)[]>;

/** The receiver of the files. */
export interface FileReceiver {
  /** True while a file would be taken. */
  readonly isOpen: boolean;
  /** True when files may be dropped and pasted, not only chosen. */
  readonly isDroppable: boolean;
  /** Takes picked files one by one, or dropped entries with a folder among them. */
  take: (files: readonly File[], entries?: readonly FileSystemEntry[], handles?: FileHandles) => void;
  /** Says why a file is not taken. */
  refuse: (file: File | undefined) => void;
}

/** Takes files that are chosen, dropped or pasted: the listener for all the events that bring them. */
export class FileInput implements EventListenerObject {
  readonly #host: ReactiveControllerHost;
  readonly #receiver: FileReceiver;
  #dragging = false;

  constructor(host: ReactiveControllerHost, receiver: FileReceiver) {
    this.#host = host;
    this.#receiver = receiver;
  }

  /** True while files are held over the element. */
  get dragging(): boolean {
    return this.#dragging;
  }

  handleEvent(event: Event): void {
    // A file is no value yet: the element's own `input` reports when there is one.
    if (event.type === 'input') event.stopPropagation();
    else if (event.type === 'change') this.#choose(event.target as HTMLInputElement);
    else if (!this.#receiver.isDroppable) return;
    else if (event.type === 'paste') this.#paste(event as ClipboardEvent);
    else this.#drag(event as DragEvent);
  }

  #choose(input: HTMLInputElement): void {
    this.#offer([...(input.files ?? [])]);
    // So that choosing the same file again is a change again.
    input.value = '';
  }

  #paste(event: ClipboardEvent): void {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#offer(files);
  }

  #drag(event: DragEvent): void {
    const { dataTransfer, type } = event;
    if (!dataTransfer) return;
    const { types } = dataTransfer;
    const isFile = types.includes('Files');
    // WebKitGTK gives a page no dropped file, only its address.
    if (!isFile && !types.includes('text/uri-list')) return;
    // Also when no file is taken: the browser would leave the page to show it.
    event.preventDefault();
    const open = isFile && this.#receiver.isOpen;
    const inside = (event.currentTarget as Node).contains(event.relatedTarget as Node | null);
    this.#setDragging(open && (type === 'dragleave' ? inside : type !== 'drop'));
    if (type === 'dragover') dataTransfer.dropEffect = open ? 'copy' : 'none';
    if (type === 'drop') this.#drop(dataTransfer);
  }

  #drop({ items, files }: DataTransfer): void {
    // Now or never: the entries are gone after the event.
    const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    const handles = Promise.all([...items].filter(({ kind }) => kind === 'file').map(droppedHandle));
    if (!entries.some(({ isDirectory }) => isDirectory)) this.#offer([...files], handles);
    else if (this.#receiver.isOpen) this.#receiver.take([], entries);
    else this.#receiver.refuse(undefined);
  }

  #offer(files: readonly File[], handles?: FileHandles): void {
    if (files.length === 0) return;
    if (this.#receiver.isOpen) this.#receiver.take(files, [], handles);
    else this.#receiver.refuse(files[0]);
  }

  #setDragging(dragging: boolean): void {
    if (dragging === this.#dragging) return;
    this.#dragging = dragging;
    this.#host.requestUpdate();
  }
}
