import { NativeSelect } from '@mantine/core';
import { useSearch } from '../../../../app/router/location.js';
import { useMe } from '../../../../app/session/me.js';
import { OffsetList } from '../../../../kit/tables/offset-list.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { Page } from '../../../../kit/page.js';
import { EmptyState } from '../../../../kit/states.js';
import { foundRequestsQuery, PAGE_SIZE, type RequestSearch } from '../change-request-queries.js';
import { RequestTable } from './request-table.js';
import styles from './request-table.module.css';

/** What can be shown, by its name in the address. */
const CHOICES: Readonly<Record<string, string>> = {
  'to-review': texts.toReview,
  own: texts.ownOpen,
  open: texts.openOnes,
  closed: texts.closedOnes,
};
const FIRST = 'open';

function searchOf(choice: string, user: number): Omit<RequestSearch, 'page'> {
  if (choice === 'to-review') return { reviewer: user };
  if (choice === 'own') return { createdBy: user };
  return { isClosed: choice === 'closed' };
}

/** The change requests of all projects. */
export function FoundRequestsPage() {
  const { user } = useMe();
  const [search, change] = useSearch();
  const wanted = search.get('show') ?? FIRST;
  const choice = Object.hasOwn(CHOICES, wanted) ? wanted : FIRST;
  return (
    <Page title={texts.title} intro={texts.intro}>
      <NativeSelect
        className={styles.choice}
        label={texts.show}
        data={Object.entries(CHOICES).map(([value, label]) => ({ value, label }))}
        value={choice}
        onChange={({ currentTarget: { value } }) =>
          change({ show: value === FIRST ? undefined : value, page: undefined })
        }
      />
      <OffsetList
        find={(page) => foundRequestsQuery({ ...searchOf(choice, user.id), page })}
        size={PAGE_SIZE}
        empty={<EmptyState title={texts.empty}>{texts.emptyFound}</EmptyState>}
      >
        {({ changeRequests }) => <RequestTable requests={changeRequests} />}
      </OffsetList>
    </Page>
  );
}
