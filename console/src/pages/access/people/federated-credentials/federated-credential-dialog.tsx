import { NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { scopeOf, TokenScopeFields } from '../../profile/token-scope.js';
import { federatedCredentialTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import { FormDialog, textOf } from '../../../../kit/form-dialog.js';
import { NameField } from '../../../../kit/name-field.js';
import { type FederatedCredential, serviceAccountsQuery } from '../people-queries.js';

const NAME_LENGTH = 100;
const TEXT_LENGTH = 500;
const MINUTES = { min: 5, max: 60 } as const;
const USUAL_MINUTES = 15;

interface FederatedCredentialDialogProps {
  /** The one to change; without it, one is created. */
  credential?: FederatedCredential;
  onClose: () => void;
}

/** Trusts the jobs of a pipeline for a service account, or changes which jobs are trusted. */
export function FederatedCredentialDialog({ credential, onClose }: FederatedCredentialDialogProps) {
  return (
    <FormDialog
      title={credential ? texts.editTitle(credential.name) : texts.create}
      action={credential ? uiTexts.save : uiTexts.create}
      outdates={['people']}
      onClose={onClose}
      send={(form) => send(form, credential)}
    >
      <NameField maxLength={NAME_LENGTH} defaultValue={credential?.name} />
      {!credential && <Account />}
      <Trust credential={credential} />
      <NumberInput
        name="lifetimeMinutes"
        label={texts.lifetime}
        allowDecimal={false}
        {...MINUTES}
        defaultValue={credential?.lifetimeMinutes ?? USUAL_MINUTES}
      />
      <TokenScopeFields scope={credential?.scope} readOnlyHint={texts.readOnlyHint} />
      {credential && <Text size="sm">{texts.endHint}</Text>}
    </FormDialog>
  );
}

/** Which tokens of which issuer are trusted. */
function Trust({ credential }: { credential: FederatedCredential | undefined }) {
  const text = { required: true, maxLength: TEXT_LENGTH };
  return (
    <>
      <TextInput
        {...text}
        name="issuer"
        label={texts.issuer}
        description={texts.issuerHint}
        type="url"
        defaultValue={credential?.issuer}
      />
      <TextInput
        {...text}
        name="audience"
        label={texts.audience}
        defaultValue={credential?.audience ?? location.origin}
      />
      <TextInput
        {...text}
        name="subject"
        label={texts.subject}
        description={texts.subjectHint}
        defaultValue={credential?.subject}
      />
      <Textarea
        name="claims"
        label={texts.claims}
        description={texts.claimsHint}
        autosize
        minRows={2}
        defaultValue={linesOf(credential?.claims ?? {})}
      />
    </>
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

function send(form: FormData, credential: FederatedCredential | undefined) {
  const body = {
    name: textOf(form, 'name'),
    issuer: textOf(form, 'issuer'),
    audience: textOf(form, 'audience'),
    subject: textOf(form, 'subject'),
    claims: claimsOf(textOf(form, 'claims')),
    lifetimeMinutes: Number(textOf(form, 'lifetimeMinutes')),
    ...scopeOf(form),
  };
  if (credential) {
    const params = { path: { id: credential.id } };
    return bodyOf(api.PUT('/api/admin/federated-credentials/{id}', { params, body }));
  }
  const serviceAccountId = Number(textOf(form, 'serviceAccountId'));
  const created = { ...body, serviceAccountId };
  return bodyOf(api.POST('/api/admin/federated-credentials', { body: created }));
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

const linesOf = (claims: Record<string, string>): string =>
  Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
