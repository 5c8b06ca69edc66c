/** As a camera's picture, so that every player takes the recording for a film. */
const WIDTH_PX = 1280;
const HEIGHT_PX = 720;
/** Milliseconds between two pictures: a recorder writes nothing between two of them. */
const INTERVAL_MS = 200;

/** A stream with the sound of another one and a dark picture, for a visitor who turns the camera off. */
export function withDarkPicture(sound: MediaStream): { stream: MediaStream; close: () => void } {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH_PX, HEIGHT_PX];
  const context = canvas.getContext('2d', { alpha: false });
  const paint = () => context?.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  paint();
  const picture = canvas.captureStream();
  const timer = setInterval(paint, INTERVAL_MS);
  const close = () => {
    clearInterval(timer);
    for (const track of picture.getTracks()) track.stop();
  };
  return { stream: new MediaStream([...picture.getTracks(), ...sound.getAudioTracks()]), close };
}
