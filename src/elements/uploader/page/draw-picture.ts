/** A picture as an element. An image would need an address, which a strict policy refuses. */
export function drawPicture(bitmap: ImageBitmap, className: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = className;
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas;
}
