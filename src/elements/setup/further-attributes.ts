/** Attributes that elements read without following them. */
export const FURTHER: readonly string[] = (
  'audio storyboard width height skip-seconds speeds auto-pip fullscreen-target cmcd collector-format sample-rate ' +
  'respect-opt-out'
).split(' ');
