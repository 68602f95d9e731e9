import { Button, CloseButton, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './rows-field.module.css';

/** A column of a field that has several rows. */
export interface RowColumn {
  name: string;
  label: string;
  required?: boolean;
  maxLength?: number;
  /** The texts that can be chosen; any text without. */
  choices?: readonly string[];
}

type Row = Readonly<Record<string, string>>;

interface RowsFieldProps {
  label: string;
  description?: string;
  columns: readonly RowColumn[];
  rows: readonly Row[];
  add: string;
  remove: (row: number) => string;
  /** The most rows that there can be. */
  most: number;
}

/** A field with several rows of texts; `rowsOf` reads them. */
export function RowsField({ label, description, columns, rows, add, ...rest }: RowsFieldProps) {
  const [shown, setShown] = useState(() => rows.map((row, id) => ({ id, row })));
  const next = shown.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  return (
    <fieldset className={styles.rows}>
      <legend>{label}</legend>
      {description && (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
      {shown.map(({ id, row }, index) => (
        <Group key={id} gap="xs" mt="xs" wrap="nowrap">
          {columns.map((column) => (
            <Cell key={column.name} column={column} row={index + 1} value={row[column.name]} />
          ))}
          <CloseButton
            aria-label={rest.remove(index + 1)}
            onClick={() => setShown(shown.filter((one) => one.id !== id))}
          />
        </Group>
      ))}
      <Button
        mt="xs"
        size="xs"
        variant="default"
        disabled={shown.length >= rest.most}
        onClick={() => setShown([...shown, { id: next, row: {} }])}
      >
        {add}
      </Button>
    </fieldset>
  );
}

interface CellProps {
  column: RowColumn;
  row: number;
  value?: string;
}

function Cell({ column: { label, choices, ...field }, row, value }: CellProps) {
  const common = {
    ...field,
    className: styles.field,
    'aria-label': `${label} ${row}`,
    defaultValue: value,
  };
  if (choices) return <NativeSelect {...common} data={[...choices]} />;
  return <TextInput {...common} placeholder={label} />;
}

/** The rows of a `RowsField` with these columns. */
export function rowsOf<Name extends string>(
  form: FormData,
  names: readonly Name[],
): Record<Name, string>[] {
  const [first = [], ...others] = names.map((name) => form.getAll(name).map(String));
  return first.map((value, index) =>
    Object.fromEntries(
      names.map((name, column) => [
        name,
        (column === 0 ? value : (others[column - 1]?.[index] ?? '')).trim(),
      ]),
    ),
  ) as Record<Name, string>[];
}
