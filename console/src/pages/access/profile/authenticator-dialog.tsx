import { Modal, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { profileTexts as texts } from '../../../texts/profile.js';
import { DialogForm, textOf } from '../../../kit/form-dialog.js';
import { QrCode } from '../../../kit/qr-code.js';
import { Copyable } from '../../../kit/secret.js';
import { FailureNotice, Loading } from '../../../kit/states.js';

interface AuthenticatorDialogProps {
  /** Called with new recovery codes, if there are any. */
  onActive: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Sets up an authenticator app: shows its secret, and takes its first code. */
export function AuthenticatorDialog({ onActive, onClose }: AuthenticatorDialogProps) {
  const { data, error, mutate } = useNewSecret();
  return (
    <Modal opened onClose={onClose} title={texts.setUpApp} closeOnClickOutside={false}>
      {error && <FailureNotice error={error} retry={mutate} />}
      {!data && !error && <Loading />}
      {data && (
        <DialogForm
          action={texts.activate}
          done={texts.appActive}
          outdates={['profile']}
          onClose={onClose}
          send={async (form) => {
            const body = { code: textOf(form, 'code') };
            const path = '/api/admin/user/second-factor/totp/confirm';
            onActive((await bodyOf(api.POST(path, { body }))).recoveryCodes);
          }}
        >
          <Text>{texts.scan}</Text>
          <QrCode text={data.uri} label={texts.qr} />
          <Copyable text={data.secret} label={texts.secret} />
          <TextInput
            name="code"
            label={texts.firstCode}
            description={texts.firstCodeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            minLength={6}
            maxLength={64}
            required
            withAsterisk={false}
            data-autofocus
          />
        </DialogForm>
      )}
    </Modal>
  );
}

/** Asks for a secret once: another one would replace the one that the app has scanned. */
function useNewSecret() {
  const { data, error, mutate } = useMutation({
    mutationFn: () => bodyOf(api.POST('/api/admin/user/second-factor/totp')),
  });
  useEffect(() => mutate(), [mutate]);
  return { data, error, mutate: () => mutate() };
}
