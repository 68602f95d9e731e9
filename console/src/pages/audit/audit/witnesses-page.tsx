import { Text, Textarea } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { auditTexts, witnessTexts as texts } from '../../../texts/audit.js';
import { number } from '../../../texts/format.js';
import { uiTexts } from '../../../texts/ui.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { RemovalDialog } from '../../../kit/removal-dialog.js';
import { RowButton } from '../../../kit/row-button.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { TwoLines } from '../../../kit/two-lines.js';
import { type RenderDialog, useDialog } from '../../../kit/use-dialog.js';
import { AuditPage } from './audit-page.js';

type Witness = Schemas['AuditWitnessResponse'];

const ADMIN = 'ADMIN';
const READ_LOGS = ['READ_LOGS'];
const OUTDATES = ['witnesses'];
const KEY_LENGTH = 200;
/** Cosignatures come every few seconds, and no event tells of them. */
const REFRESH_MS = 10_000;

const witnessesQuery = queryOptions({
  queryKey: OUTDATES,
  refetchInterval: REFRESH_MS,
  queryFn: async ({ signal }) =>
    (await bodyOf(api.GET('/api/admin/audit/witnesses', { signal }))).witnesses,
});

const COLUMNS: readonly Column<Witness>[] = [
  {
    head: uiTexts.name,
    cell: ({ name, verifierKey }) => <TwoLines below={verifierKey}>{name}</TwoLines>,
  },
  { head: texts.seals, cell: ({ size }) => number(size) },
  { head: texts.cosignedAt, cell: ({ cosignedAt }) => <Time at={cosignedAt} relative /> },
  { head: texts.missing, cell: (witness) => <Missing {...witness} /> },
];

/** How late a witness is. */
function Missing({ missing, missingSince }: Witness) {
  if (missingSince === null) return texts.none;
  return (
    <>
      {texts.waiting(missing)}, {texts.since} <Time at={missingSince} relative />
    </>
  );
}

/** Who witnesses that the audit log only grows, and how late. */
export function WitnessesPage() {
  const [dialog, show] = useDialog();
  return (
    <AuditPage intro={texts.intro} needs={READ_LOGS}>
      <PermittedButton
        needs={ADMIN}
        onClick={() => show((close) => <RegisterWitness onClose={close} />)}
      >
        {texts.create}
      </PermittedButton>
      <Witnesses show={show} />
      {dialog}
    </AuditPage>
  );
}

function Witnesses({ show }: { show: (render: RenderDialog) => void }) {
  const { data, error, refetch } = useQuery(witnessesQuery);
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <Listing
      label={auditTexts.witnessesPart}
      items={data}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ name }) => name}
      empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      actions={(witness) => (
        <RowButton
          isDangerous
          needs={ADMIN}
          onClick={() => show((close) => <DeleteWitness witness={witness} onClose={close} />)}
        >
          {uiTexts.remove}
        </RowButton>
      )}
    />
  );
}

function RegisterWitness({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.create}
      action={texts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/audit/witnesses', {
            body: { verifierKey: textOf(form, 'verifierKey') },
          }),
        )
      }
    >
      <Textarea
        name="verifierKey"
        label={texts.verifierKey}
        description={texts.verifierKeyHint}
        required
        maxLength={KEY_LENGTH}
        autosize
        data-autofocus
      />
    </FormDialog>
  );
}

function DeleteWitness({ witness, onClose }: { witness: Witness; onClose: () => void }) {
  const { id, name } = witness;
  return (
    <RemovalDialog
      title={texts.deleteTitle(name)}
      action={texts.deleteTitle(name)}
      done={uiTexts.removed(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={() =>
        bodyOf(api.DELETE('/api/admin/audit/witnesses/{id}', { params: { path: { id } } }))
      }
    >
      <Text>{texts.deleteHint}</Text>
    </RemovalDialog>
  );
}
