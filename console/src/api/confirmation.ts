import type { ErrorBody } from './failures.js';

/** A request that waits until the person has confirmed who they are. */
export interface PendingConfirmation {
  methods: readonly string[];
  /** Repeats the request. */
  confirm: () => void;
  /** Hands the refusal to whoever sent the request. */
  cancel: () => void;
}

type Listener = (pending: PendingConfirmation) => void;
let listener: Listener | undefined;

/** Sets who asks the person; the last one counts. */
export function onConfirmationNeeded(ask: Listener): () => void {
  listener = ask;
  return () => {
    if (listener === ask) listener = undefined;
  };
}

/**
 * The response, or that of the repeated request when the refused one needs a recent confirmation
 * and the person gives it.
 */
export async function confirmed(
  response: Response,
  repeat: () => Promise<Response>,
): Promise<Response> {
  const ask = listener;
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as ErrorBody;
  if (!ask || body.name !== 'ConfirmationRequired') return response;
  return new Promise((resolve, reject) => {
    ask({
      methods: body.methods ?? [],
      confirm: () => void repeat().then(resolve, reject),
      cancel: () => resolve(response),
    });
  });
}
