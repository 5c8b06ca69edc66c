import type { Database, Row } from '../database/database.ts';

/** One event on its way to one webhook. */
export interface Delivery {
  deliveryId: number;
  webhookId: string;
  url: string;
  type: string;
  /** The very bytes that are signed and sent, each time. */
  body: string;
  state: 'pending' | 'delivered' | 'failed' | 'refused';
  /** How often it has been tried. */
  attempts: number;
  /** When it is to be tried, while it is pending. */
  dueAt: number;
  /** The answer to the last try, if there was one. */
  status: number | null;
  /** Why the last try failed, where it was not answered. */
  reason: string | null;
  createdAt: number;
  updatedAt: number;
}

/** How a try has gone, and what follows from it. */
export type Settlement = Pick<Delivery, 'state' | 'attempts' | 'dueAt' | 'status' | 'reason'>;

/** How far ahead a try is at most. One that is further was put off by a clock that has been set back since: it is due. */
const MOST_AHEAD_MS = 3_000;
const IS_DUE = `state = 'pending' AND (due_at <= ?1 OR due_at > ?1 + ${String(MOST_AHEAD_MS)})`;

/** How many settled deliveries are kept to look at. */
const MAX_SETTLED = 1000;

/** The outbox: what webhooks are owed, and what they have got. */
export class Deliveries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(
    { webhookId, url, type, body }: Pick<Delivery, 'webhookId' | 'url' | 'type' | 'body'>,
    now: number,
  ): Delivery {
    const row = this.#database.get(
      `INSERT INTO deliveries (webhook_id, url, type, body, state, attempts, due_at, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, 'pending', 0, ?5, ?5, ?5) RETURNING *`,
      webhookId,
      url,
      type,
      body,
      now,
    );
    if (!row) throw new Error('A delivery was not stored.');
    return toDelivery(row);
  }

  get(deliveryId: number): Delivery | undefined {
    const row = this.#database.get('SELECT * FROM deliveries WHERE seq = ?', deliveryId);
    return row && toDelivery(row);
  }

  /** The webhooks that something is due for. */
  webhooksDue(now: number): string[] {
    const due = `SELECT DISTINCT webhook_id FROM deliveries WHERE ${IS_DUE}`;
    return this.#database.all(due, now).map((row) => String(row['webhook_id']));
  }

  /** The next delivery that is due for a webhook. */
  nextDue(webhookId: string, now: number): Delivery | undefined {
    const row = this.#database.get(
      `SELECT * FROM deliveries WHERE webhook_id = ?2 AND ${IS_DUE} ORDER BY due_at, seq LIMIT 1`,
      now,
      webhookId,
    );
    return row && toDelivery(row);
  }

  /** When the next one that is not due yet will be. */
  nextDueAfter(now: number): number | undefined {
    const next = `SELECT min(due_at) AS at FROM deliveries WHERE state = 'pending' AND due_at > ?`;
    const at = this.#database.get(next, now)?.['at'];
    return typeof at === 'number' ? at : undefined;
  }

  settle(deliveryId: number, { state, attempts, dueAt, status, reason }: Settlement, now: number): void {
    this.#database.run(
      `UPDATE deliveries SET state = ?, attempts = ?, due_at = ?, status = ?, reason = ?, updated_at = ?
       WHERE seq = ?`,
      state,
      attempts,
      dueAt,
      status,
      reason,
      now,
      deliveryId,
    );
    if (state === 'pending') return;
    this.#database.run(
      `DELETE FROM deliveries WHERE state <> 'pending' AND seq <= (
         SELECT seq FROM deliveries WHERE state <> 'pending' ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
      MAX_SETTLED,
    );
  }

  /** Forgets what has been settled; what is still owed stays. */
  clear(): void {
    this.#database.run(`DELETE FROM deliveries WHERE state <> 'pending'`);
  }

  /** One page, the newest first. */
  list(page: { pageSize: number; offset: number }): { deliveries: Delivery[]; total: number } {
    const total = Number(this.#database.get('SELECT count(*) AS n FROM deliveries')?.['n']);
    const all = 'SELECT * FROM deliveries ORDER BY seq DESC LIMIT ? OFFSET ?';
    return { deliveries: this.#database.all(all, page.pageSize, page.offset).map(toDelivery), total };
  }
}

function toDelivery(row: Row): Delivery {
  return {
    deliveryId: Number(row['seq']),
    webhookId: String(row['webhook_id']),
    url: String(row['url']),
    type: String(row['type']),
    body: String(row['body']),
    state: row['state'] as Delivery['state'],
    attempts: Number(row['attempts']),
    dueAt: Number(row['due_at']),
    status: row['status'] === null ? null : Number(row['status']),
    reason: row['reason'] === null ? null : String(row['reason']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  };
}
