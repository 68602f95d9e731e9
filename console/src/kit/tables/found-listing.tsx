import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useSearch } from '../../app/router/location.js';
import { uiTexts } from '../../texts/ui.js';
import { type ListingProps, ListingTable } from '../listing.js';
import { EmptyState } from '../states.js';
import { AddressSearch, lettersOf } from './address-search.js';
import { OffsetList } from './offset-list.js';
import { FOUND_PAGE_SIZE } from './page-of.js';

export interface FoundListingProps<Body, Item, Key extends QueryKey> extends Pick<
  ListingProps<Item>,
  'label' | 'columns' | 'keyOf' | 'empty' | 'actions'
> {
  /** Asks the service for a page, from 1, of what some letters find. */
  find: (letters: string, page: number) => UseQueryOptions<Body, Error, Body, Key>;
  itemsOf: (body: Body) => readonly Item[];
}

/** A list with a search, of which the service finds one page at a time. */
export function FoundListing<Body extends { total: number }, Item, Key extends QueryKey>(
  props: FoundListingProps<Body, Item, Key>,
) {
  const { find, itemsOf, empty, ...table } = props;
  const [search] = useSearch();
  const letters = lettersOf(search);
  const nothing = letters ? (
    <EmptyState title={uiTexts.nothingMatches}>{uiTexts.changeSearch}</EmptyState>
  ) : (
    empty
  );
  return (
    <>
      <AddressSearch label={uiTexts.searchIn(table.label)} />
      <OffsetList find={(page) => find(letters, page)} size={FOUND_PAGE_SIZE} empty={nothing}>
        {(body) => <ListingTable {...table} items={itemsOf(body)} />}
      </OffsetList>
    </>
  );
}
