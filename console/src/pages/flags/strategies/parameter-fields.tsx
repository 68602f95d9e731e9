import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { constraintFieldsQuery } from '../context-fields/context-field-queries.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';
import { faultOfParameter } from './strategy-draft.js';
import styles from './strategies.module.css';
import type { StrategyDefinition } from './strategy-queries.js';

type Values = Readonly<Record<string, string>>;

interface ParametersProps {
  definition: StrategyDefinition | undefined;
  parameters: Values;
  /** Whether the group of a gradual rollout can be left to the feature. */
  isGroupOptional?: boolean;
  onChange: (parameters: Values) => void;
}

/** The parameters of a strategy, as its definition describes them. */
export function ParameterFields(props: ParametersProps) {
  const { definition, parameters, isGroupOptional, onChange } = props;
  const set = (name: string, value: string): void => onChange({ ...parameters, [name]: value });
  if (definition?.name === 'flexibleRollout')
    return <RolloutFields {...{ parameters, isGroupOptional, set }} />;
  return (
    <>
      {definition?.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={parameters[parameter.name] ?? ''}
          onChange={(value) => set(parameter.name, value)}
        />
      ))}
    </>
  );
}

interface RolloutProps {
  parameters: Values;
  /** Whether the group can be left to the feature. */
  isGroupOptional?: boolean;
  set: (name: string, value: string) => void;
}

/** The parameters of a gradual rollout. */
export function RolloutFields({ parameters, isGroupOptional = false, set }: RolloutProps) {
  return (
    <>
      <Share
        label={texts.rolloutLabel}
        value={parameters.rollout ?? '100'}
        onChange={(value) => set('rollout', value)}
      />
      <div className={styles.two}>
        <StickinessField
          value={parameters.stickiness ?? 'default'}
          onChange={(value) => set('stickiness', value)}
        />
        <TextInput
          label={texts.group}
          description={isGroupOptional ? texts.groupOptional : texts.groupHint}
          error={parameters.groupId || isGroupOptional ? undefined : texts.missing}
          value={parameters.groupId ?? ''}
          onChange={({ currentTarget: { value } }) => set('groupId', value)}
        />
      </div>
    </>
  );
}

interface ShareProps {
  label: string;
  description?: string;
  error?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A share in percent: a slider, and a field for exact values. */
function Share({ label, description, error, value, onChange }: ShareProps) {
  return (
    <div className={styles.slider}>
      <div>
        <Text size="sm" fw={500} aria-hidden>
          {label}
        </Text>
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          aria-label={label}
          value={Number(value) || 0}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <TextInput
        label={texts.percent}
        aria-label={`${label}, ${texts.percent}`}
        description={description}
        error={error}
        type="number"
        min={0}
        max={100}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

interface StickinessProps {
  label?: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
}

/** What keeps users on the same answer: fields of the context that are marked for it. */
export function StickinessField({
  label = texts.stickiness,
  description = texts.stickinessHint,
  value,
  onChange,
}: StickinessProps) {
  const { data: fields = [] } = useQuery(constraintFieldsQuery);
  const sticky = fields
    .filter(({ stickiness, project }) => stickiness && !project)
    .map(({ name }) => name);
  const names = new Set(['userId', 'sessionId', ...sticky, value]);
  names.delete('default');
  names.delete('random');
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value}
      data={[
        { value: 'default', label: texts.stickinessDefault },
        ...[...names].map((name) => ({ value: name, label: name })),
        { value: 'random', label: texts.stickinessRandom },
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface FieldProps {
  parameter: StrategyDefinition['parameters'][number];
  value: string;
  onChange: (value: string) => void;
}

function ParameterField({ parameter, value, onChange }: FieldProps) {
  const { name, type, required } = parameter;
  const description = parameter.description || undefined;
  const error = faultOfParameter(parameter, value);
  if (type === 'percentage')
    return <Share label={name} {...{ description, error, value, onChange }} />;
  if (type === 'boolean')
    return (
      <NativeSelect
        label={name}
        description={description}
        error={error}
        value={value}
        data={[
          { value: '', label: texts.unset },
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (type === 'list')
    return (
      <Textarea
        label={name}
        description={[description, texts.listHint].filter(Boolean).join(' ')}
        error={error}
        defaultValue={value.split(',').join('\n')}
        rows={3}
        spellCheck={false}
        onChange={(event) =>
          onChange(
            event.currentTarget.value
              .split(/[\n,]/)
              .map((part) => part.trim())
              .filter(Boolean)
              .join(','),
          )
        }
      />
    );
  return (
    <TextInput
      label={name}
      description={description}
      error={error}
      withAsterisk={required}
      value={value}
      inputMode={type === 'number' ? 'decimal' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
