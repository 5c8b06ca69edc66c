'use client';
import {
  createElement,
  forwardRef,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  version,
  type ForwardRefExoticComponent,
  type PropsWithoutRef,
  type Ref,
  type RefAttributes,
} from 'react';

/** The properties and events that a component passes on. Made from the elements' manifest. */
export interface ElementNames {
  tag: string;
  /** The attribute of each prop that has one. Servers render these. */
  attributes: Readonly<Record<string, string>>;
  /** Props that only a property takes. */
  properties: readonly string[];
  /** The event of each handler. */
  events: Readonly<Record<string, string>>;
}

type Props = Record<string, unknown>;

/** React 18 writes `true` into an attribute as a word; later versions know the properties of an element. */
const PRESENT = Number(version.split('.', 1)[0]) >= 19 ? true : '';

/** React's names for what every element has. Version 18 leaves them as they are on custom elements. */
const COMMON: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' };

// A server runs neither; React 18 warns there of the one that comes before paint.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Makes a React component of an element. Attributes are rendered, on a server too. Properties and handlers are set on the element
 * itself, also when it comes from a server: there plain React would leave them out.
 */
export function makeComponent<Element extends HTMLElement, OwnProps extends object>(
  names: ElementNames,
): ForwardRefExoticComponent<PropsWithoutRef<OwnProps> & RefAttributes<Element>> {
  const component = forwardRef<Element, OwnProps>((props, ref) => {
    const { rendered, properties, handlers } = sortProps(names, props as Props);
    const [element, take] = useElement(ref);
    useProperties(element, properties);
    useHandlers(element, handlers, names.events);
    return createElement(names.tag, { ...asParsed(rendered), ref: take });
  });
  component.displayName = names.tag;
  return component;
}

/** The props by their treatment. */
function sortProps(
  { attributes, properties, events }: ElementNames,
  props: Props,
): Record<'rendered' | 'properties' | 'handlers', Props> {
  const sorted = { rendered: {} as Props, properties: {} as Props, handlers: {} as Props };
  for (const [name, value] of Object.entries(props)) {
    const attribute = attributes[name] ?? COMMON[name];
    if (Object.hasOwn(events, name)) sorted.handlers[name] = value;
    else if (properties.includes(name)) sorted.properties[name] = value;
    else if (attribute === undefined) sorted.rendered[name] = value;
    else if (value === true) sorted.rendered[attribute] = PRESENT;
    // Without it, version 19 would set a property to false, and version 18 write the word.
    else if (value !== false) sorted.rendered[attribute] = value;
  }
  return sorted;
}

/**
 * A facade that a server has rendered is a shadow root once the browser has parsed it, and no child any more: in development,
 * React would complain that it misses the child.
 */
const asParsed = (props: Props): Props =>
  'dangerouslySetInnerHTML' in props ? { suppressHydrationWarning: true, ...props } : props;

/** The element, for the component and for the holder of its ref. */
function useElement<Element>(
  ref: Ref<Element>,
): [{ current: Element | null }, (element: Element | null) => unknown] {
  const own = useRef<Element | null>(null);
  const take = useCallback(
    (element: Element | null) => {
      own.current = element;
      if (typeof ref === 'function') return ref(element);
      if (ref) ref.current = element;
      return undefined;
    },
    [ref],
  );
  return [own, take];
}

/** Sets the properties that have changed since they were set; a prop that is gone leaves `undefined`. */
function useProperties(element: { readonly current: HTMLElement | null }, properties: Props): void {
  const set = useRef<{ on: HTMLElement | null; values: Props }>({ on: null, values: {} });
  useBeforePaint(() => {
    const { current } = element;
    if (!current) return;
    const before = set.current.on === current ? set.current.values : {};
    for (const name of new Set([...Object.keys(before), ...Object.keys(properties)]))
      if (before[name] !== properties[name]) Reflect.set(current, name, properties[name]);
    set.current = { on: current, values: properties };
  });
}

/** Calls the handlers of the latest rendering. Events that have none are not listened to. */
function useHandlers(
  element: { readonly current: HTMLElement | null },
  handlers: Props,
  events: ElementNames['events'],
): void {
  const latest = useRef(handlers);
  const used = Object.keys(handlers)
    .filter((name) => typeof handlers[name] === 'function')
    .sort()
    .join();
  useBeforePaint(() => {
    latest.current = handlers;
  });
  useBeforePaint(() => {
    const { current } = element;
    if (!current || used === '') return undefined;
    const rendered = new AbortController();
    for (const name of used.split(',')) {
      const call = (event: Event) => {
        const handler = latest.current[name];
        if (typeof handler === 'function') (handler as (event: Event) => unknown)(event);
      };
      current.addEventListener(events[name] ?? '', call, { signal: rendered.signal });
    }
    return () => rendered.abort();
  }, [used, events]);
}
