import { NativeSelect, TextInput } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import { profileTexts as texts } from '../../../texts/profile.js';
import { AddressesField, limitsIn } from '../../../kit/addresses-field.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import type { PersonalToken } from './profile-queries.js';
import { scopeOf, TokenScopeFields } from './token-scope.js';

const DAYS = [7, 30, 90, 180, 365];
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
/** The service counts the longest validity from when it receives the request. */
const MARGIN_MS = 60_000;

interface TokenDialogProps {
  onCreated: (token: PersonalToken) => void;
  onClose: () => void;
}

/** Creates a personal token, limited to what it needs. */
export function TokenDialog({ onCreated, onClose }: TokenDialogProps) {
  return (
    <FormDialog
      title={texts.tokenTitle}
      action={texts.create}
      outdates={['profile']}
      onClose={onClose}
      send={async (form) =>
        onCreated(await bodyOf(api.POST('/api/admin/user/tokens', { body: tokenOf(form) })))
      }
    >
      <TextInput
        name="description"
        label={texts.description}
        description={texts.descriptionHint}
        maxLength={255}
        required
        data-autofocus
      />
      <NativeSelect
        name="days"
        label={texts.expiry}
        defaultValue={String(DEFAULT_DAYS)}
        data={DAYS.map((days) => ({ value: String(days), label: texts.inDays(days) }))}
      />
      <TokenScopeFields readOnlyHint={texts.readOnlyHint} />
      <AddressesField />
    </FormDialog>
  );
}

function tokenOf(form: FormData) {
  const expires = Date.now() + Number(textOf(form, 'days')) * DAY_MS - MARGIN_MS;
  return {
    description: textOf(form, 'description'),
    expiresAt: new Date(expires).toISOString(),
    ...scopeOf(form),
    ...limitsIn(form),
  };
}
