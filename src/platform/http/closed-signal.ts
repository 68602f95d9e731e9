/** Something that a client can close, such as a response. */
export interface Closable {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Aborts when the client disconnects. */
export function closedSignal(response: Closable): AbortSignal {
  const closing = new AbortController();
  if (response.closed) closing.abort();
  else response.once('close', () => closing.abort());
  return closing.signal;
}
