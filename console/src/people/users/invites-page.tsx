import { Badge, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { inviteTexts as texts } from '../../texts/people.js';
import { number, uiTexts } from '../../texts/ui.js';
import { DayField, endOfDay } from '../../ui/day-field.js';
import { FormDialog, textOf } from '../../ui/form-dialog.js';
import { type Column, Listing } from '../../ui/listing.js';
import { Page } from '../../ui/page.js';
import { PermittedButton } from '../../ui/permitted-button.js';
import { SecretDialog } from '../../ui/secret.js';
import { EmptyState, FailureNotice, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { useAction } from '../../ui/use-action.js';
import { type RenderDialog, useDialog } from '../../ui/use-dialog.js';

type Invite = Schemas['InviteResponse'];

const NAME_LENGTH = 255;

const invitesQuery = queryOptions({
  queryKey: ['people', 'invites'],
  queryFn: async ({ signal }): Promise<Invite[]> =>
    (await bodyOf(api.GET('/api/admin/invite-link/tokens', { signal }))).tokens,
});

const COLUMNS: readonly Column<Invite>[] = [
  { head: uiTexts.name, cell: ({ name }) => name },
  {
    head: texts.state,
    cell: ({ enabled }) => (
      <Badge variant="light" color={enabled ? 'teal' : 'gray'}>
        {enabled ? texts.on : texts.off}
      </Badge>
    ),
  },
  { head: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  { head: texts.signedUp, cell: ({ users }) => number(users.length) },
];

/** Links by which several people sign up. */
export function InvitesPage() {
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(invitesQuery);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <PermittedButton
          needs="ADMIN"
          onClick={() => show((close) => <CreateInvite show={show} onClose={close} />)}
        >
          {texts.create}
        </PermittedButton>
      }
    >
      {data ? (
        <Listing
          label={texts.title}
          items={data}
          columns={COLUMNS}
          keyOf={({ secret }) => secret}
          searched={({ name }) => name}
          empty={<EmptyState title={texts.title}>{texts.empty}</EmptyState>}
          actions={(invite) => <Turn invite={invite} />}
        />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {dialog}
    </Page>
  );
}

function Turn({ invite: { secret, name, enabled } }: { invite: Invite }) {
  const turn = useAction(
    () =>
      bodyOf(
        api.PUT('/api/admin/invite-link/tokens/{token}', {
          params: { path: { token: secret } },
          body: { enabled: !enabled },
        }),
      ),
    { done: texts.changed(name), outdates: ['people'] },
  );
  return (
    <PermittedButton
      size="xs"
      variant="default"
      needs="ADMIN"
      loading={turn.isPending}
      onClick={() => turn.mutate()}
    >
      {enabled ? texts.turnOff : texts.turnOn}
    </PermittedButton>
  );
}

interface CreateInviteProps {
  show: (render: RenderDialog) => void;
  onClose: () => void;
}

function CreateInvite({ show, onClose }: CreateInviteProps) {
  return (
    <FormDialog
      title={texts.create}
      action={uiTexts.create}
      outdates={['people']}
      onClose={onClose}
      send={async (form) => {
        const { name, url } = await bodyOf(
          api.POST('/api/admin/invite-link/tokens', {
            body: {
              name: textOf(form, 'name'),
              expiresAt: endOfDay(textOf(form, 'expiresAt'))!,
            },
          }),
        );
        show((close) => (
          <SecretDialog
            title={texts.createdTitle(name)}
            label={texts.link}
            secret={url}
            onClose={close}
          />
        ));
      }}
    >
      <TextInput name="name" label={uiTexts.name} required maxLength={NAME_LENGTH} data-autofocus />
      <DayField name="expiresAt" label={texts.expires} required />
    </FormDialog>
  );
}
