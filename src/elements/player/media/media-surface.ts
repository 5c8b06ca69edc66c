/** False where a server renders: there is no video element then, and nothing to forward to. */
export const inBrowser: boolean = typeof HTMLVideoElement === 'function';

/** Members that the player answers itself. */
type OwnMember =
  | 'canPlayType'
  | 'currentSrc'
  | 'error'
  | 'load'
  | 'networkState'
  | 'pause'
  | 'play'
  | 'poster'
  | 'preload'
  | 'src'
  | 'srcObject';

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

/**
 * Attributes that the video element within carries as its host does: each is the other face of the property of that name,
 * `muted` of `defaultMuted`. The video fills its host, whatever that measures.
 */
export const MIRRORED_ATTRIBUTES: readonly string[] =
  'autoplay controls controlslist crossorigin disablepictureinpicture disableremoteplayback loop muted playsinline preload'.split(
    ' ',
  );

type Host = HTMLElement & { readonly media: HTMLVideoElement & Record<string, unknown> };
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
      const own = name.startsWith('on') ? handler(name, member) : forwarded(name, member);
      Object.defineProperty(target.prototype, name, own);
      // Constants are on the class as well.
      if (typeof member.value === 'number') Object.defineProperty(target, name, member);
    }
  }
}

function forwarded(name: string, member: PropertyDescriptor): PropertyDescriptor {
  if (typeof member.value === 'function') {
    const value = function (this: Host, ...args: unknown[]): unknown {
      return (this.media[name] as Member)(...args);
    };
    return { ...member, value };
  }
  if (!('get' in member)) return member;
  const attribute = name === 'defaultMuted' ? 'muted' : name.toLowerCase();
  const accessor: PropertyDescriptor = {
    ...member,
    get(this: Host): unknown {
      return this.media[name];
    },
  };
  if (member.set)
    accessor.set = function (this: Host, next: unknown) {
      // What the browser refuses is refused here too.
      this.media[name] = next;
      // The size is an attribute of the video's only once it is set.
      if (MIRRORED_ATTRIBUTES.includes(attribute) || this.media.hasAttribute(attribute))
        copyAttribute(attribute, this.media, this);
    };
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
function handler(name: string, member: PropertyDescriptor): PropertyDescriptor {
  const handlers = new WeakMap<Host, unknown>();
  const call = function (this: Host, event: Event) {
    (handlers.get(this) as EventListener | null)?.call(this, event);
  };
  return {
    ...member,
    get(this: Host) {
      return handlers.get(this) ?? null;
    },
    set(this: Host, next: unknown) {
      handlers.set(this, typeof next === 'function' ? next : null);
      this.addEventListener(name.slice(2), call);
    },
  };
}
