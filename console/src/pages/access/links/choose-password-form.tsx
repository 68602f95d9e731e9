import { Button, Checkbox, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { NewPassword, newPasswordOf } from '../password/new-password.js';
import { PasswordFailure } from '../password/password-failure.js';
import { linkTexts } from '../../../texts/links.js';

interface ChoosePasswordFormProps {
  secret: string;
  /** Whose password it is, as a sentence. */
  subject: string;
  onDone: () => void;
}

/** Sets the password of the user of a link. */
export function ChoosePasswordForm({ secret, subject, onDone }: ChoosePasswordFormProps) {
  const choice = useMutation({
    mutationFn: async (form: FormData) =>
      bodyOf(
        api.POST('/auth/reset/password', {
          body: {
            token: secret,
            password: newPasswordOf(form),
            revokeTokens: form.has('revokeTokens'),
          },
        }),
      ),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    choice.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      <PasswordFailure error={choice.error} />
      <Text>{subject}</Text>
      <NewPassword />
      <Checkbox
        mt="md"
        name="revokeTokens"
        label={linkTexts.revoke}
        description={linkTexts.revokeHint}
      />
      <Button type="submit" fullWidth mt="lg" loading={choice.isPending}>
        {linkTexts.save}
      </Button>
    </form>
  );
}
