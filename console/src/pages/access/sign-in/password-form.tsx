import { Alert, Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { ApiFailure } from '../../../api/failures.js';
import { Link } from '../../../app/router/link.js';
import { linkTexts } from '../../../texts/links.js';
import { signInTexts } from '../../../texts/sign-in.js';

interface PasswordFormProps {
  onDone: () => void;
  /** Called with the methods when a second factor is needed. */
  onSecondFactor: (methods: readonly string[]) => void;
}

/** The form for user name and password. */
export function PasswordForm({ onDone, onSecondFactor }: PasswordFormProps) {
  const login = useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      bodyOf(api.POST('/auth/simple/login', { body })),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiFailure && error.is('SecondFactorRequired'))
        onSecondFactor(error.body.methods ?? []);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => String(form.get(name) ?? '');
    login.mutate({ username: field('username').trim(), password: field('password') });
  };
  return (
    <form onSubmit={submit}>
      {login.error && (
        <Alert color="red" role="alert" mb="md">
          {wordsOf(login.error)}
        </Alert>
      )}
      <TextInput
        name="username"
        label={signInTexts.username}
        autoComplete="username webauthn"
        autoFocus
        required
        withAsterisk={false}
      />
      <PasswordInput
        mt="md"
        name="password"
        label={signInTexts.password}
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': signInTexts.showPassword, tabIndex: 0 }}
      />
      <Button type="submit" fullWidth mt="lg" loading={login.isPending}>
        {signInTexts.submit}
      </Button>
      <Anchor component={Link} to="/forgot-password" size="sm" display="inline-block" mt="md">
        {linkTexts.forgotten}
      </Anchor>
      <details>
        <Text component="summary" size="sm" c="dimmed" mt="md">
          {signInTexts.firstStart}
        </Text>
        <Text size="sm" mt="xs">
          {signInTexts.firstStartHint}
        </Text>
      </details>
    </form>
  );
}
