/**
 * What all copies of the library's code in a page share, by its name: a bundler may put the same module into a page twice, and
 * a script tag another one. The name has a number, which goes up when the thing changes its shape.
 */
export function pageWide<Thing extends object>(name: `${string}/${number}`, make: () => Thing): Thing {
  const key = Symbol.for(`vh-elements/${name}`);
  const known = Reflect.get(globalThis, key) as Thing | undefined;
  const thing = known ?? make();
  if (!known) Reflect.set(globalThis, key, thing);
  return thing;
}
