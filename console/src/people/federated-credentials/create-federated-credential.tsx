import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.js';
import { scopeOf, TokenScopeFields } from '../../profile/token-scope.js';
import { federatedCredentialTexts as texts } from '../../texts/people.js';
import { uiTexts } from '../../texts/ui.js';
import { FormDialog, textOf } from '../../ui/form-dialog.js';
import { serviceAccountsQuery } from '../people-queries.js';

const NAME_LENGTH = 100;
const TEXT_LENGTH = 500;
const MINUTES = { min: 5, max: 60, defaultValue: 15 } as const;

/** Trusts the jobs of a pipeline for a service account. */
export function CreateFederatedCredential({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.create}
      action={uiTexts.create}
      outdates={['people']}
      onClose={onClose}
      send={(form) =>
        bodyOf(api.POST('/api/admin/federated-credentials', { body: credentialOf(form) }))
      }
    >
      <TextInput name="name" label={uiTexts.name} required maxLength={NAME_LENGTH} data-autofocus />
      <Account />
      <TextInput
        name="issuer"
        label={texts.issuer}
        description={texts.issuerHint}
        required
        type="url"
        maxLength={TEXT_LENGTH}
      />
      <TextInput
        name="audience"
        label={texts.audience}
        required
        maxLength={TEXT_LENGTH}
        defaultValue={location.origin}
      />
      <TextInput
        name="subject"
        label={texts.subject}
        description={texts.subjectHint}
        required
        maxLength={TEXT_LENGTH}
      />
      <Textarea
        name="claims"
        label={texts.claims}
        description={texts.claimsHint}
        autosize
        minRows={2}
      />
      <NumberInput
        name="lifetimeMinutes"
        label={texts.lifetime}
        allowDecimal={false}
        {...MINUTES}
      />
      <TokenScopeFields readOnlyHint={texts.readOnlyHint} />
    </FormDialog>
  );
}

function Account() {
  const { data } = useQuery(serviceAccountsQuery);
  const accounts = data?.serviceAccounts ?? [];
  return (
    <NativeSelect
      key={accounts.length}
      name="serviceAccountId"
      label={texts.serviceAccount}
      required
      data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

function credentialOf(form: FormData) {
  return {
    name: textOf(form, 'name'),
    serviceAccountId: Number(textOf(form, 'serviceAccountId')),
    issuer: textOf(form, 'issuer'),
    audience: textOf(form, 'audience'),
    subject: textOf(form, 'subject'),
    claims: claimsOf(textOf(form, 'claims')),
    lifetimeMinutes: Number(textOf(form, 'lifetimeMinutes')),
    ...scopeOf(form),
  };
}

/** Reads lines such as `ref_protected=true`. */
function claimsOf(lines: string): Record<string, string> {
  const entries = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name.trim(), value.join('=').trim()];
    });
  return Object.fromEntries(entries) as Record<string, string>;
}
