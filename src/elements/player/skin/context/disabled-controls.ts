/** The names in `controlslist` of controls that browsers' own players have. */
const LISTED: Readonly<Partial<Record<string, string>>> = {
  'fullscreen': 'nofullscreen',
  'remote-playback': 'noremoteplayback',
  'speed': 'noplaybackrate',
};

/** True for a control that the page has taken out, by our attribute or by that of every media element. */
export function isControlDisabled(host: Element, name: string): boolean {
  if (host.hasAttribute(`without-${name}`)) return true;
  const listed = LISTED[name];
  if (listed === undefined) return false;
  return (host.getAttribute('controlslist') ?? '').toLowerCase().split(/\s+/).includes(listed);
}
