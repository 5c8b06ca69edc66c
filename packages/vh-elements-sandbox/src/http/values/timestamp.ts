/** A moment as the service writes it: whole seconds with a numeric offset. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, '+00:00');
}
