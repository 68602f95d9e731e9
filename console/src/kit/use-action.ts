import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { wordsOf } from '../api/failure-words.js';
import { announce } from './announcements.js';

/** After how long a person is told that the service has not confirmed a change. */
export const UNCONFIRMED_MS = 3_000;

interface ActionOptions {
  /** What to say when it has succeeded. */
  done?: string;
  /** The first elements of the query keys that it makes outdated. */
  outdates: readonly string[];
  /** Whether something else shows the failure, as long as it is there. */
  isFailureShown?: boolean;
}

/** Something that a button does: says what came of it, and reads again what it has changed. */
export function useAction<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  { done, outdates, isFailureShown = false }: ActionOptions,
) {
  const queries = useQueryClient();
  const isShown = useIsShown();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      if (done) announce({ kind: 'done', text: done });
    },
    onError: (error) => {
      if (!isFailureShown || !isShown.current) announce({ kind: 'failed', text: wordsOf(error) });
    },
    onSettled: () => {
      for (const root of outdates) void queries.invalidateQueries({ queryKey: [root] });
    },
  });
}

/** Whether the component is still there: a dialog can be closed before the service answers. */
export function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
