import {
  Alert,
  Button,
  Group,
  Modal,
  NativeSelect,
  PasswordInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../api/client.js';
import { wordsOf } from '../../api/failure-words.js';
import { passkeyAnswer } from '../../pages/access/sign-in/passkey.js';
import { signInTexts } from '../../texts/sign-in.js';
import { uiTexts } from '../../texts/ui.js';

interface ConfirmationDialogProps {
  methods: readonly string[];
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks for one of the methods by which the person can confirm who they are. */
export function ConfirmationDialog({ methods, onConfirmed, onCancel }: ConfirmationDialogProps) {
  const typed = methods.filter((method) => method in signInTexts.methods);
  const [method, setMethod] = useState(typed[0] ?? '');
  const confirm = useMutation({ mutationFn: send, onSuccess: onConfirmed });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    confirm.mutate({ method, secret: String(new FormData(event.currentTarget).get('secret')) });
  };
  return (
    <Modal opened onClose={onCancel} title={signInTexts.confirmTitle} zIndex={300}>
      <form onSubmit={submit}>
        <Text mb="sm">{signInTexts.confirmHint}</Text>
        {confirm.error && (
          <Alert color="red" role="alert" mb="sm">
            {wordsOf(confirm.error)}
          </Alert>
        )}
        {typed.length > 1 && (
          <NativeSelect
            mb="sm"
            label={uiTexts.method}
            value={method}
            data={typed.map((value) => ({ value, label: signInTexts.methods[value]! }))}
            onChange={({ currentTarget: { value } }) => setMethod(value)}
          />
        )}
        {typed.length > 0 && <Secret key={method} method={method} />}
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {uiTexts.cancel}
          </Button>
          {methods.includes('passkey') && (
            <Button
              variant={typed.length > 0 ? 'default' : 'filled'}
              onClick={() => confirm.mutate({ method: 'passkey', secret: '' })}
            >
              {signInTexts.usePasskey}
            </Button>
          )}
          {typed.length > 0 && (
            <Button type="submit" loading={confirm.isPending}>
              {signInTexts.confirm}
            </Button>
          )}
        </Group>
      </form>
    </Modal>
  );
}

function Secret({ method }: { method: string }) {
  const label = signInTexts.methods[method];
  const common = {
    name: 'secret',
    label,
    required: true,
    withAsterisk: false,
    'data-autofocus': true,
  };
  if (method === 'password') return <PasswordInput {...common} autoComplete="current-password" />;
  return <TextInput {...common} autoComplete="one-time-code" maxLength={64} />;
}

async function send({ method, secret }: { method: string; secret: string }): Promise<unknown> {
  if (method === 'passkey') {
    const options = await bodyOf(api.POST('/api/admin/user/confirmation/passkey/options'));
    const body = await passkeyAnswer(options);
    return bodyOf(api.POST('/api/admin/user/confirmation/passkey', { body }));
  }
  if (method === 'password')
    return bodyOf(
      api.POST('/api/admin/user/confirmation/password', { body: { password: secret } }),
    );
  return method === 'totp'
    ? bodyOf(api.POST('/api/admin/user/confirmation/totp', { body: { code: secret } }))
    : bodyOf(api.POST('/api/admin/user/confirmation/recovery-code', { body: { code: secret } }));
}
