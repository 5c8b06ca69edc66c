import { nothing, type TemplateResult } from 'lit';
import type { SkinContext } from './context/control.ts';
import type { SettingsSheet } from './menu/settings-sheet.ts';

/** The settings, loaded when the viewer opens them for the first time. */
export class LazySettings {
  readonly #skin: SkinContext;
  #loading: Promise<SettingsSheet> | undefined;
  #sheet: SettingsSheet | undefined;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  /** The page at which they were opened; undefined while they are closed. */
  get opened(): string | undefined {
    return this.#sheet?.opened;
  }

  /** Opens the settings at a page, or closes them. */
  toggle(page?: string): void {
    this.#load().then(
      (sheet) => sheet.toggle(page),
      // Without a network: the next press tries again.
      () => (this.#loading = undefined),
    );
  }

  render(): TemplateResult | typeof nothing {
    return this.#sheet?.render() ?? nothing;
  }

  #load(): Promise<SettingsSheet> {
    return (this.#loading ??= import('./menu/settings-sheet.ts').then(
      ({ SettingsSheet: Sheet }) => (this.#sheet = new Sheet(this.#skin)),
    ));
  }
}
