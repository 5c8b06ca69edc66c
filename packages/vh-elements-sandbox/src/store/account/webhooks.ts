import type { Database, Row } from '../database/database.ts';
import { newId } from '../database/id.ts';

/** A webhook: its address, and the events that it receives. */
export interface Webhook {
  webhookId: string;
  url: string;
  events: readonly string[];
  /** The key of the signatures. */
  signatureSecret: string;
  createdAt: number;
}

/** Where webhooks are kept. */
export class Webhooks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create({ url, events }: Pick<Webhook, 'url' | 'events'>): Webhook {
    const webhook = {
      webhookId: newId('webhook_'),
      url,
      events,
      signatureSecret: newId('sig_sec_'),
      createdAt: this.#database.now(),
    };
    this.#database.run(
      'INSERT INTO webhooks (id, url, events, signature_secret, created_at) VALUES (?, ?, ?, ?, ?)',
      webhook.webhookId,
      url,
      JSON.stringify(events),
      webhook.signatureSecret,
      webhook.createdAt,
    );
    return webhook;
  }

  get(webhookId: string): Webhook | undefined {
    const row = this.#database.get('SELECT * FROM webhooks WHERE id = ?', webhookId);
    return row && toWebhook(row);
  }

  /** Deletes a webhook, and with it what it is still owed. */
  delete(webhookId: string): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM webhooks WHERE id = ?', webhookId);
      this.#database.run(`DELETE FROM deliveries WHERE webhook_id = ? AND state = 'pending'`, webhookId);
    });
  }

  count(): number {
    return Number(this.#database.get('SELECT count(*) AS n FROM webhooks')?.['n']);
  }

  /** The webhooks of one kind of event, the oldest first. */
  wanting(event: string): Webhook[] {
    const wanted = 'WHERE EXISTS (SELECT 1 FROM json_each(webhooks.events) WHERE value = ?)';
    return this.#database.all(`SELECT * FROM webhooks ${wanted} ORDER BY seq`, event).map(toWebhook);
  }

  /** One page of all, or of the ones for one kind of event, the newest first. */
  list(
    event: string | undefined,
    page: { pageSize: number; offset: number },
  ): { webhooks: Webhook[]; total: number } {
    const where = `WHERE ?1 = '' OR EXISTS (SELECT 1 FROM json_each(webhooks.events) WHERE value = ?1)`;
    const wanted = event ?? '';
    const total = Number(this.#database.get(`SELECT count(*) AS n FROM webhooks ${where}`, wanted)?.['n']);
    const rows = this.#database.all(
      `SELECT * FROM webhooks ${where} ORDER BY seq DESC LIMIT ?2 OFFSET ?3`,
      wanted,
      page.pageSize,
      page.offset,
    );
    return { webhooks: rows.map(toWebhook), total };
  }
}

function toWebhook(row: Row): Webhook {
  return {
    webhookId: String(row['id']),
    url: String(row['url']),
    events: JSON.parse(String(row['events'])) as string[],
    signatureSecret: String(row['signature_secret']),
    createdAt: Number(row['created_at']),
  };
}
