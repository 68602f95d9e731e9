import {
  Alert,
  Button,
  CloseButton,
  NativeSelect,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FeaturePlace } from '../payload-schemas/payload-schema-queries.js';
import { variantTexts as texts } from '../../../texts/variants.js';
import { indentedJson } from './indented-json.js';
import { percentOf } from './percent-of.js';
import {
  faultOfName,
  faultOfPayload,
  faultOfVariants,
  type PayloadType,
  TOTAL_WEIGHT,
  type Variant,
  withWeights,
} from './variant.js';
import styles from './variants.module.css';
import { WeightBar } from './weight-bar.js';

const PayloadHelp = lazy(async () => ({
  default: (await import('../payload-schemas/payload-help.js')).PayloadHelp,
}));

interface EditorProps {
  value: readonly Variant[];
  /** The feature whose variants they are, if it is one. */
  place?: FeaturePlace;
  onChange: (value: Variant[]) => void;
}

/** Edits variants: names, weights, which are shown as a bar, and payloads. */
export function VariantEditor({ value, place, onChange }: EditorProps) {
  const set = (next: readonly Variant[]): void => onChange(withWeights(next));
  const add = (): void =>
    set([
      ...value,
      {
        name: newName(value),
        weight: 0,
        weightType: 'variable',
        stickiness: value[0]?.stickiness ?? 'default',
      },
    ]);
  const fault = faultOfVariants(value);
  return (
    <Stack gap="sm">
      {value.length > 0 && <WeightBar variants={value} />}
      {fault && (
        <Alert color="red" role="alert">
          {fault}
        </Alert>
      )}
      {value.map((variant, index) => (
        <VariantFields
          key={index}
          position={index + 1}
          variant={variant}
          all={value}
          place={place}
          onChange={(next) => set(value.with(index, next))}
          onRemove={() => set(value.toSpliced(index, 1))}
        />
      ))}
      <Button variant="default" size="sm" onClick={add}>
        {texts.add}
      </Button>
    </Stack>
  );
}

function newName(variants: readonly Variant[]): string {
  let position = variants.length + 1;
  while (variants.some(({ name }) => name === texts.nameOf(position))) position++;
  return texts.nameOf(position);
}

interface FieldsProps {
  position: number;
  variant: Variant;
  all: readonly Variant[];
  place?: FeaturePlace;
  onChange: (variant: Variant) => void;
  onRemove: () => void;
}

function VariantFields({ position, variant, all, place, onChange, onRemove }: FieldsProps) {
  const isFixed = variant.weightType === 'fix';
  return (
    <fieldset className={styles.variant} aria-label={texts.numbered(position)}>
      <div className={styles.row}>
        <TextInput
          label={texts.name}
          error={faultOfName(variant, all)}
          value={variant.name}
          maxLength={100}
          onChange={({ currentTarget: { value } }) => onChange({ ...variant, name: value.trim() })}
        />
        <NativeSelect
          label={texts.weight}
          value={variant.weightType}
          data={[
            { value: 'variable', label: texts.variable },
            { value: 'fix', label: texts.fix },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...variant, weightType: value === 'fix' ? 'fix' : 'variable' })
          }
        />
        <TextInput
          label={texts.percent}
          type="number"
          min={0}
          max={100}
          step={0.1}
          disabled={!isFixed}
          value={percentOf(variant.weight)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...variant, weight: weightOf(value) })
          }
        />
        <CloseButton aria-label={texts.removeNumbered(position)} onClick={onRemove} />
      </div>
      <PayloadFields variant={variant} place={place} onChange={onChange} />
    </fieldset>
  );
}

/** The weight of a percentage, between none and all. */
function weightOf(percent: string): number {
  return Math.min(TOTAL_WEIGHT, Math.max(0, Math.round((Number(percent) || 0) * 10)));
}

type PayloadProps = Pick<FieldsProps, 'variant' | 'place' | 'onChange'>;

function PayloadFields({ variant, place, onChange }: PayloadProps) {
  const { payload, ...rest } = variant;
  const types = Object.entries(texts.types).map(([value, label]) => ({ value, label }));
  const setType = (type: string): void =>
    onChange(
      type
        ? { ...rest, payload: { type: type as PayloadType, value: payload?.value ?? '' } }
        : rest,
    );
  const setValue = (value: string): void =>
    onChange({ ...variant, payload: { type: payload!.type, value } });
  return (
    <>
      <NativeSelect
        mt="xs"
        label={texts.payloadType}
        value={payload?.type ?? ''}
        data={[{ value: '', label: texts.noPayloadType }, ...types]}
        onChange={({ currentTarget: { value } }) => setType(value)}
      />
      {payload && (
        <Textarea
          mt="xs"
          label={texts.payload}
          description={payload.type === 'csv' ? csvSize(payload.value) : undefined}
          error={faultOfPayload(variant)}
          value={payload.value}
          rows={payload.type === 'number' ? 1 : Math.min(12, payload.value.split('\n').length + 1)}
          spellCheck={payload.type === 'string'}
          onChange={({ currentTarget: { value } }) => setValue(value)}
        />
      )}
      {payload && place && (
        <Suspense>
          <PayloadHelp place={place} payload={payload} onChange={setValue} />
        </Suspense>
      )}
      {payload?.type === 'json' && !faultOfPayload(variant) && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          onClick={() => setValue(indentedJson(payload.value))}
        >
          {texts.format}
        </Button>
      )}
    </>
  );
}

function csvSize(text: string): string {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  return texts.csvRows(rows.length, Math.max(0, ...rows.map((row) => row.split(',').length)));
}
