import { Button } from '@mantine/core';
import { useAction } from './use-action.js';
import { saveFile } from './save-file.js';

interface CsvButtonProps {
  /** Name of the file. */
  name: string;
  /** Reads its content. */
  read: () => Promise<string>;
  children: string;
}

/** Saves a table as a CSV file, which is read when it is pressed. */
export function CsvButton({ name, read, children }: CsvButtonProps) {
  const csv = useAction(async () => saveFile(name, await read(), 'text/csv'), { outdates: [] });
  return (
    <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
      {children}
    </Button>
  );
}
