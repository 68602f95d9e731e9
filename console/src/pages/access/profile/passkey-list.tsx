import { Button, Text, TextInput } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import { profileTexts as texts } from '../../../texts/profile.js';
import { uiTexts } from '../../../texts/ui.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { Time } from '../../../kit/time.js';
import { createPasskey } from './create-passkey.js';
import type { Passkey } from './profile-queries.js';
import { type Show, showCodes } from './second-factor-section.js';
import { Section } from './section.js';

const PATH = '/api/admin/user/second-factor/passkeys/{id}';

const COLUMNS: readonly Column<Passkey>[] = [
  { head: texts.name, cell: ({ name }) => name },
  { head: texts.addedAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: texts.usedAt, cell: ({ usedAt }) => <Time at={usedAt} relative /> },
];

/** The passkeys of the person. */
export function PasskeyList({ passkeys, show }: { passkeys: readonly Passkey[]; show: Show }) {
  const isSupported = 'PublicKeyCredential' in window;
  return (
    <Section
      title={texts.passkeys}
      actions={
        isSupported && (
          <Button
            variant="default"
            onClick={() => show((close) => <AddPasskey show={show} onClose={close} />)}
          >
            {texts.addPasskey}
          </Button>
        )
      }
    >
      <Listing
        label={texts.passkeys}
        name="passkeys-"
        items={passkeys}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        searched={({ name }) => name}
        empty={<Text>{isSupported ? texts.noPasskeys : texts.noPasskeySupport}</Text>}
        actions={(passkey) => <Actions passkey={passkey} show={show} />}
      />
    </Section>
  );
}

function Actions({ passkey, show }: { passkey: Passkey; show: Show }) {
  return (
    <>
      <RowButton
        aria-label={texts.renamePasskey(passkey.name)}
        onClick={() => show((close) => <RenamePasskey passkey={passkey} onClose={close} />)}
      >
        {texts.rename}
      </RowButton>
      <RemovePasskey passkey={passkey} show={show} />
    </>
  );
}

function AddPasskey({ show, onClose }: { show: Show; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.addPasskey}
      action={texts.addPasskey}
      done={texts.passkeyAdded}
      outdates={['profile']}
      onClose={onClose}
      send={async (form) => showCodes(show, await createPasskey(textOf(form, 'name')))}
    >
      <NameField />
    </FormDialog>
  );
}

interface PasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

function RenamePasskey({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  return (
    <FormDialog
      title={texts.renamePasskey(name)}
      action={uiTexts.save}
      done={texts.renamed}
      outdates={['profile']}
      onClose={onClose}
      send={(form) =>
        bodyOf(api.PUT(PATH, { params: { path: { id } }, body: { name: textOf(form, 'name') } }))
      }
    >
      <NameField name={name} />
    </FormDialog>
  );
}

function RemovePasskey({ passkey: { id, name }, show }: { passkey: Passkey; show: Show }) {
  return (
    <RowRemoval
      label={texts.remove}
      aria-label={texts.removePasskey(name)}
      show={show}
      title={texts.removePasskey(name)}
      done={texts.passkeyRemoved(name)}
      outdates={['profile']}
      send={() => bodyOf(api.DELETE(PATH, { params: { path: { id } } }))}
    >
      {texts.removePasskeyHint}
    </RowRemoval>
  );
}

function NameField({ name }: { name?: string }) {
  return (
    <TextInput
      name="name"
      label={texts.passkeyName}
      description={texts.passkeyNameHint}
      defaultValue={name}
      maxLength={100}
      required
      withAsterisk={false}
      data-autofocus
    />
  );
}
