/** One request of the log. */
export interface LoggedRequest {
  requestId: number;
  method: string;
  target: string;
  status: number | null;
  at: string;
  state: string;
  milliseconds: number;
  bytesIn: number;
  bytesOut: number;
  faults: string[];
}

/** One of its messages. */
export interface Message {
  headers: [string, string][];
  body: string | null;
  left: 'type' | 'length' | 'syntax' | null;
}
