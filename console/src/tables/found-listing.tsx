import type { UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '../router/location.js';
import { uiTexts } from '../texts/ui.js';
import { type ListingProps, ListingTable } from '../ui/listing.js';
import { EmptyState } from '../ui/states.js';
import { AddressSearch, lettersOf } from './address-search.js';
import { OffsetList } from './offset-list.js';
import { FOUND_PAGE_SIZE } from './page-of.js';

export interface FoundListingProps<Body, Item> extends Pick<
  ListingProps<Item>,
  'label' | 'columns' | 'keyOf' | 'empty' | 'actions'
> {
  /** The page that the address names, with what the letters in the address find. */
  found: Pick<UseQueryResult<Body>, 'data' | 'error' | 'refetch'>;
  itemsOf: (body: Body) => readonly Item[];
}

/** A list with a search, of which the service finds one page at a time. */
export function FoundListing<Body extends { total: number }, Item>(
  props: FoundListingProps<Body, Item>,
) {
  const { found, itemsOf, empty, ...table } = props;
  const [search] = useSearch();
  const nothing = lettersOf(search) ? (
    <EmptyState title={uiTexts.nothingMatches}>{uiTexts.changeSearch}</EmptyState>
  ) : (
    empty
  );
  return (
    <>
      <AddressSearch label={uiTexts.searchIn(table.label)} />
      <OffsetList found={found} size={FOUND_PAGE_SIZE} empty={nothing}>
        {(body) => <ListingTable {...table} items={itemsOf(body)} />}
      </OffsetList>
    </>
  );
}
