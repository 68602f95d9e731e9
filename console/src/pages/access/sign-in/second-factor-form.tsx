import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { signInTexts } from '../../../texts/sign-in.js';
import { passkeyAnswer } from './passkey.js';

interface SecondFactorFormProps {
  methods: readonly string[];
  onDone: () => void;
}

/** Asks for the second factor: a code, a passkey or a recovery code. */
export function SecondFactorForm({ methods, onDone }: SecondFactorFormProps) {
  const [isRecovery, setRecovery] = useState(
    !methods.includes('totp') && !methods.includes('passkey'),
  );
  const byCode = useMutation({
    mutationFn: (code: string) => sendCode(code, isRecovery),
    onSuccess: onDone,
  });
  const byPasskey = useMutation({ mutationFn: sendPasskey, onSuccess: onDone });
  const error = byCode.error ?? byPasskey.error;
  const takesCode = isRecovery || methods.includes('totp');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    byCode.mutate(String(new FormData(event.currentTarget).get('code') ?? ''));
  };
  return (
    <form onSubmit={submit}>
      {error && (
        <Alert color="red" role="alert" mb="md">
          {wordsOf(error)}
        </Alert>
      )}
      {takesCode && (
        <>
          <TextInput
            key={String(isRecovery)}
            name="code"
            label={isRecovery ? signInTexts.recoveryCode : signInTexts.code}
            description={isRecovery ? signInTexts.recoveryHint : signInTexts.codeHint}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoFocus
            required
            withAsterisk={false}
            maxLength={64}
          />
          <Button type="submit" fullWidth mt="lg" loading={byCode.isPending}>
            {signInTexts.submit}
          </Button>
        </>
      )}
      {methods.includes('passkey') && (
        <Button
          fullWidth
          mt="md"
          variant={takesCode ? 'default' : 'filled'}
          loading={byPasskey.isPending}
          onClick={() => byPasskey.mutate()}
        >
          {signInTexts.usePasskey}
        </Button>
      )}
      {methods.includes('recovery-code') && (
        <Button fullWidth mt="xs" variant="subtle" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? signInTexts.useCode : signInTexts.useRecovery}
        </Button>
      )}
    </form>
  );
}

function sendCode(code: string, isRecovery: boolean): Promise<unknown> {
  return isRecovery
    ? bodyOf(api.POST('/auth/second-factor/recovery-code', { body: { code } }))
    : bodyOf(api.POST('/auth/second-factor/totp', { body: { code } }));
}

async function sendPasskey(): Promise<unknown> {
  const options = await bodyOf(api.POST('/auth/second-factor/passkey/options'));
  const body = await passkeyAnswer(options);
  return bodyOf(api.POST('/auth/second-factor/passkey', { body }));
}
