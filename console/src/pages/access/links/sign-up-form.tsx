import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { NewPassword, newPasswordOf } from '../password/new-password.js';
import { PasswordFailure } from '../password/password-failure.js';
import { linkTexts } from '../../../texts/links.js';

const COMMON = { maxLength: 255, mt: 'md', withAsterisk: false } as const;

/** Makes somebody a user by an invite link. */
export function SignUpForm({ secret, onDone }: { secret: string; onDone: () => void }) {
  const signUp = useMutation({
    mutationFn: async (form: FormData) => {
      const field = (name: string): string => String(form.get(name) ?? '').trim();
      return bodyOf(
        api.POST('/invite/{token}/signup', {
          params: { path: { token: secret } },
          body: {
            email: field('email'),
            name: field('name'),
            username: field('username') || null,
            password: newPasswordOf(form),
          },
        }),
      );
    },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    signUp.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      <PasswordFailure error={signUp.error} />
      <TextInput
        {...COMMON}
        mt={0}
        name="email"
        type="email"
        label={linkTexts.email}
        autoComplete="email"
        required
      />
      <TextInput {...COMMON} name="name" label={linkTexts.name} autoComplete="name" required />
      <TextInput
        {...COMMON}
        name="username"
        label={linkTexts.username}
        description={linkTexts.usernameHint}
        autoComplete="username"
      />
      <NewPassword />
      <Button type="submit" fullWidth mt="lg" loading={signUp.isPending}>
        {linkTexts.signUp}
      </Button>
    </form>
  );
}
