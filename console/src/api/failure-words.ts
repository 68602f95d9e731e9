import { failureTexts } from '../texts/failures.js';
import { ApiFailure, requiresApproval, UnreachableFailure } from './failures.js';

/**
 * Says what the service says in the language of the page. The texts come after the first page, so
 * until then, and in English, it stays as it is.
 */
export const service = { told: (message: string): string => message };

/** Says in plain words what went wrong and what to do. */
export function wordsOf(error: unknown): string {
  if (error instanceof UnreachableFailure) return failureTexts.unreachable;
  if (!(error instanceof ApiFailure)) return failureTexts.unexpected;
  const { status, body } = error;
  if (requiresApproval(error)) return failureTexts.needsApproval;
  if (status === 403 && body.permissions?.length) return failureTexts.lacking(body.permissions);
  if (status === 412) return failureTexts.changedMeanwhile;
  if (status === 429 && !body.message) return failureTexts.tooMany;
  if (status >= 500 && body.name === 'UnknownError') return failureTexts.broken(body.id ?? '');
  return messageOf(error) || failureTexts.unexpected;
}

/** Several problems with the input are one sentence each. */
function messageOf({ body }: ApiFailure): string {
  const details = (body.details ?? []) as { message?: string }[];
  const messages = details.map(({ message }) => message).filter(Boolean);
  return service.told(messages.length > 1 ? messages.join(' ') : (body.message ?? ''));
}
