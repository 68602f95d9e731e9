import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { linkTexts } from '../../../texts/links.js';

interface NewPasswordProps {
  label?: string;
  again?: string;
}

/** The fields of a form for a new password, which is typed twice. */
export function NewPassword({
  label = linkTexts.password,
  again = linkTexts.again,
}: NewPasswordProps) {
  const [isShown, setShown] = useState(false);
  const common = {
    required: true,
    withAsterisk: false,
    maxLength: 200,
    maw: 480,
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
        label={label}
        description={linkTexts.passwordHint}
      />
      <PasswordInput {...common} mt="md" name="again" label={again} />
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
