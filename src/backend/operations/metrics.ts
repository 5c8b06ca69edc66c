type Labels = Readonly<Record<string, string>>;

/** Upper bounds of the times that are counted, in seconds: an answer from memory, one of the service, its time limit. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What has happened so often, by its labels. */
interface Counter {
  help: string;
  values: Map<string, number>;
}

/** How long something took, by its labels: for each bound, how often it took no longer. */
interface Histogram {
  help: string;
  values: Map<string, { counts: number[]; sum: number; count: number }>;
}

/**
 * Counts and times in the text format of Prometheus. Labels come from closed sets only: routes, templates, statuses. An id
 * or a visitor is never one.
 */
export class Metrics {
  readonly #counters = new Map<string, Counter>();
  readonly #histograms = new Map<string, Histogram>();

  /** A counter to add to. */
  counter(name: string, help: string): (labels?: Labels, by?: number) => void {
    const values = new Map<string, number>();
    this.#counters.set(name, { help, values });
    return (labels = {}, by = 1) => {
      const key = toText(labels);
      values.set(key, (values.get(key) ?? 0) + by);
    };
  }

  /** A histogram to give seconds to. */
  histogram(name: string, help: string): (labels: Labels, seconds: number) => void {
    const values: Histogram['values'] = new Map();
    this.#histograms.set(name, { help, values });
    return (labels, seconds) => {
      const key = toText(labels);
      const kept = values.get(key) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
      values.set(key, kept);
      BUCKETS.forEach((bound, at) => {
        if (seconds <= bound) kept.counts[at] = (kept.counts[at] ?? 0) + 1;
      });
      kept.sum += seconds;
      kept.count++;
    };
  }

  /** All of it, and the gauges that are given along. */
  text(gauges: Readonly<Record<string, { help: string; value: number }>> = {}): string {
    const lines: string[] = [];
    const head = (name: string, type: string, help: string) =>
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const [name, { help, value }] of Object.entries(gauges)) {
      head(name, 'gauge', help);
      lines.push(`${name} ${String(value)}`);
    }
    for (const [name, { help, values }] of this.#counters) {
      head(name, 'counter', help);
      for (const [labels, value] of values) lines.push(`${name}${braced(labels)} ${String(value)}`);
    }
    for (const [name, { help, values }] of this.#histograms) {
      head(name, 'histogram', help);
      for (const [labels, { counts, sum, count }] of values) {
        BUCKETS.forEach((bound, at) => {
          lines.push(`${name}_bucket${braced(labels, `le="${String(bound)}"`)} ${String(counts[at])}`);
        });
        lines.push(`${name}_bucket${braced(labels, 'le="+Inf"')} ${String(count)}`);
        lines.push(
          `${name}_sum${braced(labels)} ${sum.toFixed(6)}`,
          `${name}_count${braced(labels)} ${String(count)}`,
        );
      }
    }
    return `${lines.join('\n')}\n`;
  }
}

function toText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, '')}"`)
    .join(',');
}

function braced(...labels: string[]): string {
  const all = labels.filter((one) => one !== '').join(',');
  return all === '' ? '' : `{${all}}`;
}
