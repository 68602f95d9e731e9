import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../app/session/me.js';
import { Page } from '../../../kit/page.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { accessRequestTexts as texts } from '../../../texts/access-requests.js';
import { AccessRequestList } from './access-request-list.js';
import { accessRequestsQuery } from './access-request-queries.js';
import { AskForAccess } from './ask-for-access.js';

/** What waits for the person, and what they have asked for. */
export function AccessRequestsPage() {
  const { user } = useMe();
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery({ ...accessRequestsQuery, staleTime: 0 });
  const shared = { userId: user.id, show };
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <Button onClick={() => show((close) => <AskForAccess onClose={close} />)}>
          {texts.ask}
        </Button>
      }
    >
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          {data.waiting.length > 0 && (
            <>
              <Title order={2} size="h4" mb="xs">
                {texts.waiting}
              </Title>
              <AccessRequestList
                {...shared}
                label={texts.waiting}
                name="waiting."
                requests={data.waiting}
                empty={null}
              />
            </>
          )}
          <Title order={2} size="h4" my="xs">
            {texts.own}
          </Title>
          <AccessRequestList
            {...shared}
            label={texts.own}
            name=""
            requests={data.own}
            empty={<EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>}
          />
        </>
      )}
      {dialog}
    </Page>
  );
}
