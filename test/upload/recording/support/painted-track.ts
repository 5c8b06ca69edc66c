/** A picture of one colour that is drawn again and again. */
export function painted(colour: string, width: number, height: number) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d')!;
  let frame = 0;
  const paint = () => {
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
    frame = requestAnimationFrame(paint);
  };
  paint();
  return { stream: canvas.captureStream(25), stop: () => cancelAnimationFrame(frame) };
}
