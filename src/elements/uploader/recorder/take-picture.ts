/** Pixels: a row's picture, on a dense screen. */
const WIDTH = 160;

/** What a preview shows now; nothing where it shows nothing yet, or the browser cannot say. */
export async function takePicture(video: HTMLVideoElement | undefined): Promise<ImageBitmap | undefined> {
  if (!video || video.readyState < video.HAVE_CURRENT_DATA) return undefined;
  return createImageBitmap(video, { resizeWidth: WIDTH }).catch(() => undefined);
}
