/** What the DOM's types lack of a camera. */
interface Blurred {
  readonly backgroundBlur?: unknown;
}

/**
 * True while the platform blurs what is behind the person; undefined where it cannot, or where only the platform's own
 * settings decide.
 */
export function blurOf(camera: MediaStreamTrack | undefined): boolean | undefined {
  if (!camera || !('getCapabilities' in camera)) return undefined;
  const { backgroundBlur: choices } = camera.getCapabilities() as Blurred;
  if (!Array.isArray(choices) || !choices.includes(true) || !choices.includes(false)) return undefined;
  return (camera.getSettings() as Blurred).backgroundBlur === true;
}

/** Turns it on or off. A platform that refuses leaves it as it is. */
export async function setBlur(camera: MediaStreamTrack, isOn: boolean): Promise<void> {
  const constraints = { ...camera.getConstraints(), backgroundBlur: isOn };
  await camera.applyConstraints(constraints).catch(() => {});
}
