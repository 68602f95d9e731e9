import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface TwoLinesProps {
  /** The name. */
  children: ReactNode;
  /** What explains it, in small letters below. */
  below: ReactNode;
}

/** A cell with a name, and what explains it. */
export function TwoLines({ children, below }: TwoLinesProps) {
  return (
    <div>
      {children}
      <Text size="sm" c="dimmed">
        {below}
      </Text>
    </div>
  );
}
