/** One request whose body is worth watching. */
export interface SendRequest {
  method: 'POST' | 'PUT';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: FormData | Blob | null;
  /** True for a wire on which 308 is an answer and leads nowhere. */
  expects308?: boolean;
  signal: AbortSignal;
  /** Bytes of the body that have left, as far as the platform reports. */
  onProgress: (bytes: number) => void;
}

/**
 * The way out: what transports send through.
 *
 * `send` resolves with any answer, whatever its status; it rejects when there is none, and when the signal aborts.
 */
export interface HttpSender {
  /** False where `onProgress` is never called, so that silence means nothing. */
  readonly reportsProgress: boolean;
  send: (request: SendRequest) => Promise<Response>;
}
