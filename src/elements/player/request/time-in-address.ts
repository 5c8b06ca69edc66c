/** Seconds: what the page's address says under that name; undefined where it says nothing. */
export function timeInAddress(name: string | undefined): number | undefined {
  return name ? parseFloat(new URLSearchParams(location.search).get(name) ?? '') || undefined : undefined;
}
