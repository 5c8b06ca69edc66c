import type { FaultAct, FaultMatch, FaultRule } from './fault-rule.ts';
import { pathPattern } from './path-pattern.ts';

/** A rule in force, and how often it has come to bear. */
export interface RuleInForce extends FaultRule {
  ruleId: number;
  /** Requests that fit its method and path. */
  matched: number;
  /** Those of them that it was for. */
  fired: number;
}

interface Entry extends RuleInForce {
  fits: (path: string) => boolean;
  /** When it ends, by the time that has passed. */
  endsAt: number;
}

/** The present fault rules. They end with the sandbox: a bad day should not outlive its rehearsal. */
export class FaultRules {
  readonly #rules = new Map<number, Entry>();
  #lastId = 0;
  readonly #passed: () => number;

  /** `passed` says how many milliseconds have passed: a network is back after real time, whatever the clock says. */
  constructor(passed: () => number = () => performance.now()) {
    this.#passed = passed;
  }

  add(rule: FaultRule): RuleInForce {
    this.#lastId += 1;
    const fits = pathPattern(rule.match.path);
    const endsAt = this.#passed() + (rule.lasts ?? Infinity);
    const entry = { ...rule, ruleId: this.#lastId, matched: 0, fired: 0, fits, endsAt };
    this.#rules.set(entry.ruleId, entry);
    return entry;
  }

  list(): readonly RuleInForce[] {
    this.#endOld();
    return [...this.#rules.values()];
  }

  /** Ends one rule; false when there is none. */
  delete(ruleId: number): boolean {
    return this.#rules.delete(ruleId);
  }

  clear(): void {
    this.#rules.clear();
  }

  /** The faults of a request, in the order of the rules. */
  take(method: string, path: string): FaultAct[] {
    this.#endOld();
    const acts: FaultAct[] = [];
    for (const rule of this.#rules.values()) {
      // A preflight goes wrong only on demand: who breaks "/upload" means the upload.
      if (rule.match.method === undefined ? method === 'OPTIONS' : rule.match.method !== method) continue;
      if (!rule.fits(path)) continue;
      rule.matched += 1;
      if (!isTurn(rule.match, rule.matched)) continue;
      rule.fired += 1;
      acts.push(rule.act);
    }
    return acts;
  }

  #endOld(): void {
    const now = this.#passed();
    for (const { ruleId, endsAt } of this.#rules.values()) if (endsAt <= now) this.#rules.delete(ruleId);
  }
}

function isTurn({ nth, every }: FaultMatch, count: number): boolean {
  return (nth === undefined || count === nth) && (every === undefined || count % every === 0);
}
