import { useMutation, useQueryClient } from '@tanstack/react-query';
import { wordsOf } from '../api/failure-words.js';
import { announce } from './announcements.js';

interface ActionOptions {
  /** What to say when it has succeeded. */
  done?: string;
  /** The first elements of the query keys that it makes outdated. */
  outdates: readonly string[];
  /** Whether something else shows the failure. */
  isFailureShown?: boolean;
}

/** Something that a button does: says what came of it, and reads again what it has changed. */
export function useAction<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  { done, outdates, isFailureShown = false }: ActionOptions,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      if (done) announce({ kind: 'done', text: done });
    },
    onError: (error) => {
      if (!isFailureShown) announce({ kind: 'failed', text: wordsOf(error) });
    },
    onSettled: () => {
      for (const root of outdates) void queries.invalidateQueries({ queryKey: [root] });
    },
  });
}
