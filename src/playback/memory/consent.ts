const KEY = 'vh-consent';

/** Remembers that a visitor lets every player of this site load. Where storage is denied, it does so for this visit. */
export class ConsentMemory {
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  #isGiven = false;

  constructor(storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage) {
    this.#storage = storage;
  }

  get isGiven(): boolean {
    try {
      return this.#isGiven || this.#storage().getItem(KEY) === 'given';
    } catch {
      return false;
    }
  }

  give(): void {
    this.#isGiven = true;
    try {
      this.#storage().setItem(KEY, 'given');
    } catch {
      // Full or forbidden.
    }
  }
}
