import { Alert, Checkbox, CloseButton, NativeSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { ApiFailure } from '../../../api/failures.js';
import { wordsOf } from '../../../api/failure-words.js';
import { constraintTexts as texts } from '../../../texts/constraints.js';
import styles from './constraints.module.css';
import { faultOf } from './constraint-faults.js';
import { wordsOfConstraint } from './constraint-words.js';
import type { ContextField } from '../context-fields/context-field-queries.js';
import { legalValuesOf } from './legal-values.js';
import { type Constraint, hasCase, kindOf, type Operator, operatorGroups } from './operators.js';
import { ValueFields } from './value-fields.js';

interface FieldsProps {
  position: number;
  constraint: Constraint;
  fields: readonly ContextField[];
  onChange: (constraint: Constraint) => void;
  onRemove: () => void;
}

const PAUSE_MS = 400;

/** Edits one constraint, and says while typing what it means and what is wrong. */
export function ConstraintFields(props: FieldsProps) {
  const { position, constraint, fields, onChange } = props;
  const legal = legalValuesOf(constraint, fields);
  const fault = faultOf(constraint, legal);
  const refusal = useRefusal(constraint, fault === undefined);
  const names = [...new Set([...fields.map(({ name }) => name), constraint.contextName])];
  return (
    <fieldset className={styles.constraint} aria-label={texts.numbered(position)}>
      <div className={styles.row}>
        <NativeSelect
          label={texts.field}
          value={constraint.contextName}
          data={names}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...constraint, contextName: value })
          }
        />
        <NativeSelect
          label={texts.operator}
          value={constraint.operator}
          data={operatorGroups()}
          onChange={({ currentTarget: { value } }) =>
            onChange(withOperator(constraint, value as Operator))
          }
        />
        <CloseButton
          className={styles.remove}
          aria-label={texts.removeNumbered(position)}
          onClick={props.onRemove}
        />
      </div>
      <ValueFields constraint={constraint} legal={legal} fault={fault} onChange={onChange} />
      <Options constraint={constraint} onChange={onChange} />
      {fault === undefined && (
        <Text size="sm" mt="xs" className={styles.words}>
          {wordsOfConstraint(constraint)}
        </Text>
      )}
      {refusal && (
        <Alert color="red" role="alert" mt="xs">
          {refusal}
        </Alert>
      )}
    </fieldset>
  );
}

function Options({ constraint, onChange }: Pick<FieldsProps, 'constraint' | 'onChange'>) {
  return (
    <div className={styles.options}>
      {hasCase(constraint.operator) && (
        <Checkbox
          label={texts.caseInsensitive}
          checked={constraint.caseInsensitive ?? false}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...constraint, caseInsensitive: checked })
          }
        />
      )}
      <Checkbox
        label={texts.inverted}
        checked={constraint.inverted ?? false}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...constraint, inverted: checked })
        }
      />
    </div>
  );
}

/** Keeps values that suit the other operator as well. */
function withOperator(constraint: Constraint, operator: Operator): Constraint {
  const { value, values, caseInsensitive, ...rest } = constraint;
  const isSameKind = kindOf(operator) === kindOf(constraint.operator);
  return {
    ...rest,
    operator,
    ...(isSameKind && value !== undefined ? { value } : {}),
    ...(isSameKind && values ? { values } : {}),
    ...(caseInsensitive && hasCase(operator) ? { caseInsensitive } : {}),
  };
}

/** Why the service would refuse the constraint, asked a moment after the last letter. */
function useRefusal(constraint: Constraint, isPlausible: boolean): string | undefined {
  const [settled] = useDebouncedValue(constraint, PAUSE_MS);
  const { error } = useQuery({
    queryKey: ['constraint-check', settled],
    enabled: isPlausible && settled === constraint,
    queryFn: async ({ signal }) => {
      await bodyOf(api.POST('/api/admin/constraints/validate', { body: settled, signal }));
      return true;
    },
  });
  return isPlausible && error instanceof ApiFailure && error.status < 500
    ? wordsOf(error)
    : undefined;
}
