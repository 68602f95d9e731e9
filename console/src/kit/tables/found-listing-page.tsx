import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page } from '../page.js';
import { PermittedButton } from '../permitted-button.js';
import { EmptyState } from '../states.js';
import { type RenderDialog, useDialog } from '../use-dialog.js';
import { FoundListing, type FoundListingProps } from './found-listing.js';

interface FoundListingPageProps<Body, Item, Key extends QueryKey> extends Omit<
  FoundListingProps<Body, Item, Key>,
  'label' | 'empty' | 'actions'
> {
  texts: { title: string; intro: string; create: string; emptyTitle?: string; empty: string };
  /** The permission that creating needs. */
  needs: string | readonly string[];
  /** The dialog that creates one. */
  creation: RenderDialog;
  /** Buttons at the end of a row, which can show dialogs. */
  actions: (item: Item, show: (render: RenderDialog) => void) => ReactNode;
}

/**
 * A page for things of one kind, of which the service finds some at a time. They are created,
 * edited and deleted in dialogs.
 */
export function FoundListingPage<Body extends { total: number }, Item, Key extends QueryKey>(
  props: FoundListingPageProps<Body, Item, Key>,
) {
  const { texts, needs, creation, actions, ...list } = props;
  const [dialog, show] = useDialog();
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <PermittedButton needs={needs} onClick={() => show(creation)}>
          {texts.create}
        </PermittedButton>
      }
    >
      <FoundListing
        {...list}
        label={texts.title}
        empty={<EmptyState title={texts.emptyTitle ?? texts.title}>{texts.empty}</EmptyState>}
        actions={(item) => actions(item, show)}
      />
      {dialog}
    </Page>
  );
}
