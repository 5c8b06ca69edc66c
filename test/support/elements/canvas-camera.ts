import {
  browserRecordEnvironment,
  type RecordEnvironment,
} from '../../../src/upload/recording/capture/record-environment.ts';

/** A camera that looks at a canvas, for browsers that have no other. It moves until it is stopped. */
export function canvasCamera(): { environment: RecordEnvironment; stop: () => void } {
  const canvas = document.createElement('canvas');
  canvas.width = 160;
  canvas.height = 90;
  const context = canvas.getContext('2d')!;
  let hue = 0;
  const paint = () => {
    context.fillStyle = `hsl(${String((hue += 7))} 60% 50%)`;
    context.fillRect(0, 0, 160, 90);
  };
  paint();
  const timer = setInterval(paint, 40);
  const real = browserRecordEnvironment();
  const devices = {
    getUserMedia: () => Promise.resolve(canvas.captureStream(25)),
    getDisplayMedia: () => Promise.resolve(canvas.captureStream(25)),
    enumerateDevices: () => Promise.resolve([]),
    addEventListener: () => {},
    removeEventListener: () => {},
  };
  if (!real) throw new TypeError('This browser cannot record.');
  return { environment: { ...real, devices }, stop: () => clearInterval(timer) };
}
