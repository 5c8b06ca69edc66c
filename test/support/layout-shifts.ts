declare global {
  interface Window {
    layoutShifts: () => string[];
  }
}

/** One entry of the browser's own measure, as far as it is told here. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** Runs in a page, before anything else: `layoutShifts()` tells every layout shift so far, with what moved. */
export function watchLayout(): void {
  const shifts: string[] = [];
  const take = (entries: PerformanceEntryList) => {
    for (const entry of entries as LayoutShift[]) {
      const moved = entry.sources.map(({ node }) => node?.nodeName).join(', ');
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
