import { Modal, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { encode } from 'uqr';
import { api, bodyOf } from '../api/client.js';
import { profileTexts as texts } from '../texts/profile.js';
import { DialogForm, textOf } from '../ui/form-dialog.js';
import { Copyable } from '../ui/secret.js';
import { FailureNotice, Loading } from '../ui/states.js';
import styles from './profile.module.css';

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

/** A QR code, always dark on light, which all readers know. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function pathOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 1 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
