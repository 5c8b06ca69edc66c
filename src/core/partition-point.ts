/** How many of a sorted list come before the first for which `isBefore` no longer holds. Looks at few of them. */
export function partitionPoint<Item>(list: ArrayLike<Item>, isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(list[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
