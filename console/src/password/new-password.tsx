import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { linkTexts } from '../texts/links.js';

/** The fields of a form for a new password, which is typed twice. */
export function NewPassword() {
  const [isShown, setShown] = useState(false);
  const common = {
    required: true,
    withAsterisk: false,
    maxLength: 200,
    autoComplete: 'new-password',
    visible: isShown,
    onVisibilityChange: setShown,
    visibilityToggleButtonProps: { 'aria-label': linkTexts.show, tabIndex: 0 },
  };
  return (
    <>
      <PasswordInput
        {...common}
        mt="md"
        name="password"
        label={linkTexts.password}
        description={linkTexts.passwordHint}
      />
      <PasswordInput {...common} mt="md" name="again" label={linkTexts.again} />
    </>
  );
}

/** What was typed twice is not the same. */
export class DifferentPasswords extends Error {
  override readonly name = 'DifferentPasswords';
}

/**
 * The new password in a form.
 * @throws DifferentPasswords
 */
export function newPasswordOf(form: FormData): string {
  const password = String(form.get('password') ?? '');
  if (password !== form.get('again')) throw new DifferentPasswords();
  return password;
}
