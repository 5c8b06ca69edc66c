/** False where a server renders: there is no video element then, and nothing to forward to. */
export const inBrowser: boolean = typeof HTMLVideoElement === 'function';

/** Members that the player answers itself. */
type OwnMember =
  'canPlayType' | 'currentSrc' | 'error' | 'load' | 'pause' | 'play' | 'poster' | 'src' | 'srcObject';

/** The members of a video element that other elements lack, and that the player forwards to it. */
export interface MediaSurface extends Omit<HTMLVideoElement, keyof HTMLElement | OwnMember> {
  /** Where the browser has it: Chromium. */
  captureStream: () => MediaStream;
}

/** Events that a video element fires, less `error`: whether a failure is one, the engine says. */
export const MEDIA_EVENTS: readonly string[] = (
  'abort canplay canplaythrough durationchange emptied encrypted ended enterpictureinpicture leavepictureinpicture ' +
  'loadeddata loadedmetadata loadstart pause play playing progress ratechange resize seeked seeking stalled suspend ' +
  'timeupdate volumechange waiting waitingforkey'
).split(' ');

/** Properties that are an attribute's other face, and the attribute. */
const REFLECTED: ReadonlyMap<string, string> = new Map([
  ...'autoplay controls crossOrigin disablePictureInPicture disableRemotePlayback height loop playsInline preload width'
    .split(' ')
    .map((name): [string, string] => [name, name.toLowerCase()]),
  ['defaultMuted', 'muted'],
]);

/** Attributes that the video element within carries as its host does. */
export const MIRRORED_ATTRIBUTES: readonly string[] = [...REFLECTED.values(), 'controlslist'].filter(
  // The video fills its host, whatever that measures.
  (name) => name !== 'width' && name !== 'height',
);

type Host = HTMLElement & { readonly media: HTMLVideoElement };
type Member = (...args: unknown[]) => unknown;

/**
 * Gives a class of elements every member of HTMLVideoElement, those of tomorrow's browsers too: each works on the
 * element's `media`.
 */
export function forwardMedia(target: typeof HTMLElement): void {
  for (const { prototype } of [HTMLMediaElement, HTMLVideoElement]) {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      // Members of the class itself stay as they are.
      if (Object.hasOwn(target.prototype, name)) continue;
      const own = name.startsWith('on') ? handler(name) : forwarded(name, member);
      Object.defineProperty(target.prototype, name, own);
      // Constants are on the class as well.
      if (typeof member.value === 'number') Object.defineProperty(target, name, member);
    }
  }
}

/** The same event once more, for another target. */
export function again(event: Event): Event {
  return Reflect.construct(event.constructor as typeof Event, [event.type, event]);
}

function forwarded(name: string, member: PropertyDescriptor): PropertyDescriptor {
  const { enumerable = true, configurable = true } = member;
  if (typeof member.value === 'function') {
    const value = function (this: Host, ...args: unknown[]): unknown {
      return (Reflect.get(this.media, name) as Member).apply(this.media, args);
    };
    return { value, writable: true, configurable, enumerable };
  }
  if (!('get' in member)) return member;
  const accessor: PropertyDescriptor = {
    get(this: Host): unknown {
      return Reflect.get(this.media, name);
    },
    configurable,
    enumerable,
  };
  if (member.set !== undefined) {
    const attribute = REFLECTED.get(name);
    accessor.set = function (this: Host, next: unknown) {
      // Not Reflect.set, which knows no errors: what the browser refuses is refused here too.
      Object.assign(this.media, { [name]: next });
      if (attribute !== undefined) copyAttribute(attribute, this.media, this);
    };
  }
  return accessor;
}

/** Makes one element's attribute what it is on the other. */
export function copyAttribute(name: string, from: Element, to: Element): void {
  const value = from.getAttribute(name);
  if (to.getAttribute(name) === value) return;
  if (value === null) to.removeAttribute(name);
  else to.setAttribute(name, value);
}

/** An `on…` property: its function is called for the host's event, not for the one within. */
function handler(name: string): PropertyDescriptor {
  const handlers = new WeakMap<Host, EventListener>();
  const call = function (this: Host, event: Event) {
    handlers.get(this)?.call(this, event);
  };
  return {
    get(this: Host) {
      return handlers.get(this) ?? null;
    },
    set(this: Host, next: unknown) {
      if (typeof next === 'function') handlers.set(this, next as EventListener);
      else handlers.delete(this);
      this.addEventListener(name.slice(2), call);
    },
    configurable: true,
    enumerable: true,
  };
}
