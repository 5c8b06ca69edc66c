import { svg, type TemplateResult } from 'lit';
import { draw, type Icon } from '../../../styling/icon.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

const settingsIcon: Icon = () =>
  draw(
    svg`<path d="M4 7.5h8M17.5 7.5H20M4 16.5h2.5M12 16.5h8" /><circle cx="14.75" cy="7.5" r="2.5" /><circle cx="9.25" cy="16.5" r="2.5" />`,
  );

/**
 * Opens the settings: quality, speed, sound track, captions, chapters, the list of keys.
 *
 * @attr {boolean} without-quality - Takes the choice of a rendition out of the settings.
 * @attr {boolean} without-audio - Takes the choice of a sound track out of the settings.
 * @csspart settings-sheet - The settings.
 */
export class SettingsControl implements Control {
  readonly name = 'settings';
  readonly place = 'end';
  readonly keys: readonly KeyBinding[];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.keys = [{ keys: ['?'], actions: ['keys'], word: 'keys', act: () => skin.toggleSettings('keys') }];
  }

  render(): TemplateResult {
    const { words, openSettings, toggleSettings } = this.#skin;
    return controlButton({
      name: 'settings',
      icon: settingsIcon,
      label: words.settings,
      act: () => toggleSettings(),
      // Chapters, captions and the playlist have buttons of their own.
      expanded: openSettings !== undefined && !/^(chapters|captions|playlist)$/.test(openSettings),
    });
  }
}
