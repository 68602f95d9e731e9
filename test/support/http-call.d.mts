import type { IncomingHttpHeaders } from 'node:http';

export interface Response {
  status: number;
  headers: IncomingHttpHeaders & Record<string, string>;
  /** The media type without its parameters; empty if there is none. */
  type: string;
  /** Undefined if the media type is a binary one. */
  text: string;
  /** What JSON says, a buffer of a binary media type, an empty object otherwise. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Tests know what they asked for.
  body: any;
}

export class HttpCall implements Promise<Response> {
  constructor(method: string, url: string);
  set(headers: Record<string, string>): this;
  set(header: string, value: string): this;
  query(parameters: Record<string, unknown>): this;
  send(body: object | string): this;
  timeout(milliseconds: number): this;
  expect(status: number, text?: string): this;
  expect(header: string, value: string): this;
  expect(check: (response: Response) => unknown): this;
  then<T = Response, E = never>(
    onFulfilled?: ((response: Response) => T | PromiseLike<T>) | null,
    onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<T | E>;
  catch<E = never>(
    onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<Response | E>;
  finally(onSettled?: (() => void) | null): Promise<Response>;
  readonly [Symbol.toStringTag]: string;
}

export function closeConnections(): void;
