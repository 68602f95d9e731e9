import { Badge } from '@mantine/core';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { inviteTexts as texts } from '../../../texts/instance.js';
import { uiTexts } from '../../../texts/ui.js';
import { DayField } from '../../../kit/day-field.js';
import { endOfDay } from '../../../kit/moment.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { NameField } from '../../../kit/name-field.js';
import type { Column } from '../../../kit/listing.js';
import { ListingPage } from '../../../kit/listing-page.js';
import { SecretDialog } from '../../../kit/secret.js';
import { Time } from '../../../kit/time.js';
import { useAction } from '../../../kit/use-action.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { RowButton } from '../../../kit/row-button.js';
import { ifMatch, versionedBodyOf } from '../../../api/versioned.js';

type Invite = Schemas['InviteResponse'];

const PATH = '/api/admin/invite-link/tokens/{token}';

/** All invite links, without their secrets. */
const invitesQuery = queryOptions({
  queryKey: ['invite-links'],
  queryFn: async ({ signal }): Promise<Invite[]> =>
    (await bodyOf(api.GET('/api/admin/invite-link/tokens', { signal }))).tokens,
});

/** Changes an invite link in its newest version. */
async function changeInvite(
  { secret }: Invite,
  body: Schemas['UpdateInviteDto'],
): Promise<unknown> {
  const path = { token: secret };
  const newest = await versionedBodyOf(api.GET(PATH, { params: { path } }));
  return bodyOf(api.PUT(PATH, { params: { path, header: ifMatch(newest) }, body }));
}

const OUTDATES = ['invite-links'];
const WEEK_MS = 7 * 86_400_000;

const COLUMNS: readonly Column<Invite>[] = [
  { head: texts.name, cell: ({ name }) => name },
  { head: texts.state, cell: (invite) => <State invite={invite} /> },
  { head: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  { head: texts.by, cell: ({ createdBy }) => createdBy ?? '' },
  { head: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: texts.users, cell: ({ users }) => texts.userCount(users?.length ?? 0) },
];

function State({ invite: { enabled, expiresAt } }: { invite: Invite }) {
  const isExpired = Date.parse(expiresAt) < Date.now();
  const works = enabled && !isExpired;
  return (
    <Badge variant="light" color={works ? 'teal' : 'gray'}>
      {isExpired ? texts.expired : enabled ? texts.enabled : texts.disabled}
    </Badge>
  );
}

/** The links by which people sign up. */
export function InviteLinksPage() {
  return (
    <ListingPage
      texts={texts}
      found={useQuery(invitesQuery)}
      needs="ADMIN"
      creation={(close, show) => <CreateInvite show={show} onClose={close} />}
      columns={COLUMNS}
      keyOf={({ secret }) => secret}
      searched={({ name, createdBy }) => `${name} ${createdBy}`}
      actions={(invite, show) => <Actions invite={invite} show={show} />}
    />
  );
}

interface DialogProps {
  show: (render: RenderDialog) => void;
  onClose: () => void;
}

function CreateInvite({ show, onClose }: DialogProps) {
  return (
    <FormDialog
      title={texts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={async (form) => {
        const name = textOf(form, 'name');
        const expiresAt = endOfDay(textOf(form, 'expiresAt'))!;
        const body = { name, expiresAt };
        const { url } = await bodyOf(api.POST('/api/admin/invite-link/tokens', { body }));
        show((close) => (
          <SecretDialog title={name} label={texts.link} secret={url} onClose={close} />
        ));
      }}
    >
      <NameField label={texts.name} description={texts.nameHint} maxLength={255} />
      <DayField
        name="expiresAt"
        label={texts.expires}
        description={texts.expiresHint}
        required
        at={new Date(Date.now() + WEEK_MS).toISOString()}
      />
    </FormDialog>
  );
}

function Actions({ invite, show }: { invite: Invite; show: DialogProps['show'] }) {
  const { name, enabled } = invite;
  const toggle = useAction(() => changeInvite(invite, { enabled: !enabled }), {
    done: enabled ? texts.isDisabled(name) : texts.isEnabled(name),
    outdates: OUTDATES,
  });
  return (
    <>
      <RowButton
        needs="ADMIN"
        loading={toggle.isPending}
        aria-label={`${enabled ? texts.disable : texts.enable}: ${name}`}
        onClick={() => toggle.mutate()}
      >
        {enabled ? texts.disable : texts.enable}
      </RowButton>
      <RowButton
        needs="ADMIN"
        aria-label={texts.changeExpiryOf(name)}
        onClick={() => show((close) => <ChangeExpiry invite={invite} onClose={close} />)}
      >
        {texts.changeExpiry}
      </RowButton>
    </>
  );
}

function ChangeExpiry({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.changeExpiryOf(invite.name)}
      action={uiTexts.save}
      done={texts.changed(invite.name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) => changeInvite(invite, { expiresAt: endOfDay(textOf(form, 'expiresAt'))! })}
    >
      <DayField
        name="expiresAt"
        label={texts.expires}
        description={texts.expiresHint}
        required
        at={invite.expiresAt}
      />
    </FormDialog>
  );
}
