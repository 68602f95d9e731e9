import type { Response } from 'express';

/** A response that replaces that of the handler. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** What a handler returns when the status of this response differs from its usual one. */
export class OtherStatus implements Reply {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {}
}

/** What happens between the end of a handler and its response, which it may replace. */
export type ReplyHook = (body: unknown, status: number) => Promise<Reply | void>;

/** Calls `hook` before the response of the handler is sent; an error of it is sent instead. */
export function beforeReply(response: Response, hook: ReplyHook): void {
  response.locals['beforeReply'] = hook;
}

/** Takes the hook of a response, which is called once. */
export function takeReplyHook(response: Response): ReplyHook | undefined {
  const hook = response.locals['beforeReply'] as ReplyHook | undefined;
  if (hook) response.locals['beforeReply'] = undefined;
  return hook;
}
