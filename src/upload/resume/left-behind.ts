/** Fires `left` when an upload or a recording of this page has been left unfinished: another uploader may offer it. */
export const leftBehind = new EventTarget();

/** Reports that something was left. */
export function notifyLeft(): void {
  leftBehind.dispatchEvent(new Event('left'));
}
