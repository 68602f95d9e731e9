import type { ReactNode } from 'react';
import { Listing, type ListingProps } from './listing.js';
import { Page } from './page.js';
import { PermittedButton } from './permitted-button.js';
import { Answer } from './answer.js';
import { EmptyState } from './states.js';
import { type RenderDialog, useDialog } from './use-dialog.js';

interface ListingPageProps<Item> extends Pick<
  ListingProps<Item>,
  'columns' | 'keyOf' | 'searched'
> {
  texts: { title: string; intro: string; create: string; emptyTitle?: string; empty: string };
  found: { data: readonly Item[] | undefined; error: unknown; refetch: () => unknown };
  /** The permission that creating needs. */
  needs: string | readonly string[];
  /** The dialog that creates one, which can show another one. */
  creation: (close: () => void, show: (render: RenderDialog) => void) => ReactNode;
  /** Buttons at the end of a row, which can show dialogs. */
  actions: (item: Item, show: (render: RenderDialog) => void) => ReactNode;
  /** Shown below the list. */
  children?: (items: readonly Item[]) => ReactNode;
}

/** A page that lists things of one kind, and creates, edits and deletes them in dialogs. */
export function ListingPage<Item>(props: ListingPageProps<Item>) {
  const { texts, found, needs, creation, actions, children, ...list } = props;
  const [dialog, show] = useDialog();
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <PermittedButton needs={needs} onClick={() => show((close) => creation(close, show))}>
          {texts.create}
        </PermittedButton>
      }
    >
      <Answer of={found}>
        {(data) => (
          <>
            <Listing
              {...list}
              label={texts.title}
              items={data}
              empty={<EmptyState title={texts.emptyTitle ?? texts.title}>{texts.empty}</EmptyState>}
              actions={(item) => actions(item, show)}
            />
            {children?.(data)}
          </>
        )}
      </Answer>
      {dialog}
    </Page>
  );
}
