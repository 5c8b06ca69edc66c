/** A window above all others that a test opens in place of the browser's: the window of a frame in the page. */
export interface StandInWindows {
  /** The windows that are open. */
  readonly open: readonly Window[];
  /** The sizes that were asked for. */
  readonly sizes: readonly { width: number; height: number }[];
  /** What the next request answers with, in place of a window. */
  refuse: Error | undefined;
  /** Takes the API away again. */
  restore: () => void;
}

const NAME = 'documentPictureInPicture';

/** Gives the page `documentPictureInPicture`, in browsers without it, too. */
export function standInWindows(): StandInWindows {
  const before = Object.getOwnPropertyDescriptor(window, NAME);
  const open: Window[] = [];
  const sizes: { width: number; height: number }[] = [];
  const windows: StandInWindows = {
    open,
    sizes,
    refuse: undefined,
    restore: () => {
      for (const one of [...open]) one.close();
      if (before) Object.defineProperty(window, NAME, before);
      else Reflect.deleteProperty(window, NAME);
    },
  };
  const requestWindow = async (size: { width: number; height: number }): Promise<Window> => {
    sizes.push(size);
    if (windows.refuse) throw windows.refuse;
    const frame = document.createElement('iframe');
    frame.srcdoc = '<!doctype html><body>';
    frame.width = String(size.width);
    frame.height = String(size.height);
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const { contentWindow } = frame;
    if (!contentWindow) throw new TypeError('The frame has no window.');
    // A frame that is taken away notifies its window, as a window that closes does.
    const close = () => {
      // A listener may close the window once more.
      if (!open.includes(contentWindow)) return;
      open.splice(open.indexOf(contentWindow), 1);
      frame.remove();
    };
    contentWindow.close = close;
    open.push(contentWindow);
    return contentWindow;
  };
  Object.defineProperty(window, NAME, { configurable: true, value: { requestWindow } });
  return windows;
}
