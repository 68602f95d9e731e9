import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { Link } from '../../../app/router/link.js';
import { linkTexts } from '../../../texts/links.js';
import { PublicPage } from './public-page.js';

/** Asks for a mail with a link for a new password. */
export function ForgottenPage() {
  const request = useMutation({
    mutationFn: (email: string) =>
      bodyOf(api.POST('/auth/reset/password-email', { body: { email } })),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    request.mutate(String(new FormData(event.currentTarget).get('email')).trim());
  };
  return (
    <PublicPage title={linkTexts.forgottenTitle}>
      {request.isSuccess ? (
        <Text role="status">{linkTexts.sent(request.variables)}</Text>
      ) : (
        <form onSubmit={submit}>
          {request.error && (
            <Alert color="red" role="alert" mb="md">
              {wordsOf(request.error)}
            </Alert>
          )}
          <TextInput
            name="email"
            type="email"
            label={linkTexts.email}
            description={linkTexts.forgottenHint}
            autoComplete="email"
            maxLength={255}
            required
            withAsterisk={false}
          />
          <Button type="submit" fullWidth mt="lg" loading={request.isPending}>
            {linkTexts.send}
          </Button>
        </form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm" display="block" mt="md">
        {linkTexts.back}
      </Anchor>
    </PublicPage>
  );
}
