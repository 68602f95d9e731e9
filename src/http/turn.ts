import type { Response } from 'express';

/** What a request does with the turns of its caller. */
export interface Turn {
  /** Lets the next request of the caller begin. */
  end: () => void;
  /** Takes a further turn if none of the caller's requests waits for it. @returns Ends it. */
  another: () => (() => void) | undefined;
}

/** Begins the turn of a request. */
export function beginTurn(response: Response, turn: Turn): void {
  response.locals['turn'] = turn;
}

/**
 * Takes a further turn for a request that needs two connections at the same time.
 * @returns Whether there was one.
 */
export function takeAnotherTurn(response: Response): boolean {
  const turn = response.locals['turn'] as Turn | undefined;
  const endOther = turn?.another();
  if (!turn || !endOther) return false;
  const { end } = turn;
  turn.end = () => {
    end();
    endOther();
  };
  return true;
}

/**
 * Ends the turn of a request, unless it has ended or never begun. Called when the transaction of
 * the request has ended, whether or not its caller is still there.
 */
export function endTurn(response: Response): void {
  const turn = response.locals['turn'] as Turn | undefined;
  if (!turn) return;
  response.locals['turn'] = undefined;
  turn.end();
}
