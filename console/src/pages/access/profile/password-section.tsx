import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { NewPassword, newPasswordOf } from '../password/new-password.js';
import { PasswordFailure } from '../password/password-failure.js';
import { navigate } from '../../../app/router/location.js';
import { forgetSession } from '../../../app/session/me.js';
import { linkTexts } from '../../../texts/links.js';
import { profileTexts as texts } from '../../../texts/profile.js';
import { announce } from '../../../kit/announcements.js';
import { isTicked, textsOf } from '../../../kit/form-dialog.js';
import { Section } from './section.js';

/** Changes the password, after which the person signs in again. */
export function PasswordSection() {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      announce({ kind: 'done', text: texts.passwordChanged });
      forgetSession(queries);
      navigate('/sign-in');
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    change.mutate(new FormData(event.currentTarget));
  };
  return (
    <Section title={texts.password} intro={texts.passwordIntro}>
      <form onSubmit={submit}>
        <PasswordFailure error={change.error} />
        <PasswordInput
          maw={480}
          name="oldPassword"
          label={texts.oldPassword}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': linkTexts.show, tabIndex: 0 }}
        />
        <NewPassword label={texts.newPassword} again={texts.newPasswordAgain} />
        <Checkbox mt="md" name="revokeTokens" label={linkTexts.revoke} />
        <Button type="submit" mt="lg" loading={change.isPending}>
          {texts.changePassword}
        </Button>
      </form>
    </Section>
  );
}

async function changePassword(form: FormData): Promise<unknown> {
  const password = newPasswordOf(form);
  const body = {
    oldPassword: textsOf(form, 'oldPassword')[0] ?? '',
    password,
    confirmPassword: password,
    revokeTokens: isTicked(form, 'revokeTokens'),
  };
  return bodyOf(api.POST('/api/admin/user/change-password', { body }));
}
