import { Alert } from '@mantine/core';
import { wordsOf } from '../../../api/failure-words.js';
import { ApiFailure } from '../../../api/failures.js';
import { linkTexts } from '../../../texts/links.js';
import { DifferentPasswords } from './new-password.js';

/** Says why a password was not set. */
export function PasswordFailure({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Alert color="red" role="alert" mb="md">
      {reasonOf(error)}
    </Alert>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof DifferentPasswords) return linkTexts.different;
  const details = error instanceof ApiFailure ? error.body.details : undefined;
  const [first] = (details ?? []) as { validationErrors?: string[] }[];
  return first?.validationErrors?.join(' ') || wordsOf(error);
}
