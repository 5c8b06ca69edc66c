declare global {
  interface Window {
    layoutShifts: () => string[];
  }
}

/** One entry of the browser's own measure, as far as it is used here. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Runs in a page, before anything else: `layoutShifts()` returns every layout shift so far, with what moved. */
export function watchLayout(): void {
  const shifts: string[] = [];
  const take = (entries: PerformanceEntryList) => {
    for (const entry of entries as LayoutShift[]) {
      // What lies in a shadow root has no name here: its places say what it is.
      const moved = entry.sources
        .map(({ node, previousRect: from, currentRect: to }) => {
          const places = [from, to].map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`);
          return `${node?.nodeName ?? 'in a shadow root'} ${places.join(' → ')}`;
        })
        .join('; ');
      shifts.push(`${String(entry.value)}: ${moved}`);
    }
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.layoutShifts = () => {
    take(observer.takeRecords());
    return shifts;
  };
}
