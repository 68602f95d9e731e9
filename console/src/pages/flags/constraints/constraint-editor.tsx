import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type ContextField,
  constraintFieldsQuery,
} from '../context-fields/context-field-queries.js';
import { constraintTexts as texts } from '../../../texts/constraints.js';
import { ConstraintFields } from './constraint-fields.js';
import { faultOf } from './constraint-faults.js';
import { legalValuesOf } from './legal-values.js';
import type { Constraint } from './operators.js';

interface EditorProps {
  /** The project whose context fields can be used besides those of the instance. */
  project?: string;
  value: readonly Constraint[];
  onChange: (value: Constraint[]) => void;
}

/** Edits a list of constraints, all of which must be met. */
export function ConstraintEditor({ project, value, onChange }: EditorProps) {
  const { data = [] } = useQuery(constraintFieldsQuery);
  const fields = data.filter((field) => !field.project || field.project === project);
  const change = (index: number, next: Constraint): void => onChange(value.with(index, next));
  const remove = (index: number): void => onChange(value.toSpliced(index, 1));
  const add = (): void => onChange([...value, newConstraint(fields)]);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {value.length === 0 ? texts.none : texts.all}
      </Text>
      {value.map((constraint, index) => (
        <ConstraintFields
          key={index}
          position={index + 1}
          constraint={constraint}
          fields={fields}
          onChange={(next) => change(index, next)}
          onRemove={() => remove(index)}
        />
      ))}
      <Button variant="default" size="sm" onClick={add}>
        {texts.add}
      </Button>
    </Stack>
  );
}

/** Whether values of some constraints do not suit their operators. */
export function useConstraintFaults(constraints: readonly Constraint[]): boolean {
  const { data: fields = [] } = useQuery(constraintFieldsQuery);
  return constraints.some((one) => faultOf(one, legalValuesOf(one, fields)) !== undefined);
}

function newConstraint(fields: readonly ContextField[]): Constraint {
  const field = fields.find(({ name }) => name === 'userId') ?? fields[0];
  return { contextName: field?.name ?? '', operator: 'IN', values: [] };
}
