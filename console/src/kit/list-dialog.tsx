import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Listing, type ListingProps } from './listing.js';
import { Answer } from './answer.js';

interface ListDialogProps<Item> extends Pick<
  ListingProps<Item>,
  'columns' | 'keyOf' | 'searched' | 'actions'
> {
  title: string;
  size?: string;
  /** What is listed, for the cache of requests. */
  thing: readonly (string | number)[];
  read: (signal: AbortSignal) => Promise<Item[]>;
  /** What to say when there is nothing. */
  empty: string;
  onClose: () => void;
  /** Shown below the list. */
  children?: ReactNode;
}

/** A dialog with a list, which is read when it opens. */
export function ListDialog<Item>(props: ListDialogProps<Item>) {
  const { title, size, thing, read, empty, onClose, children, ...list } = props;
  const answer = useQuery({
    queryKey: thing,
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <Answer of={answer}>
        {(data) => (
          <Listing
            {...list}
            name="listed."
            label={title}
            items={data}
            empty={<Text>{empty}</Text>}
          />
        )}
      </Answer>
      {children}
    </Modal>
  );
}
