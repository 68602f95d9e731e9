import type { ReactNode } from 'react';
import { FailureNotice, Loading } from './states.js';

interface AnswerProps<Data> {
  of: { data: Data | undefined; error: unknown; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** What was read; before, that it is loading, or what went wrong. What was read once stays. */
export function Answer<Data>({ of: { data, error, refetch }, children }: AnswerProps<Data>) {
  if (data) return children(data);
  return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
}
