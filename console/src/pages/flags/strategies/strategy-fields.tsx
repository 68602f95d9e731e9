import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useConstraintFaults } from '../constraints/constraint-editor.js';
import type { StrategyPlace } from '../features/one/strategies/strategy-place.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';
import { Switch } from '../../../kit/switch.js';
import { ParameterFields } from './parameter-fields.js';
import { type Draft, isFaulty, withKind } from './strategy-draft.js';
import { type StrategyDefinition, strategyDefinitionsQuery } from './strategy-queries.js';
import { StrategyTargets } from './strategy-targets.js';

interface FieldsProps {
  draft: Draft;
  /** The feature whose strategy it is; templates, which are for all features, have none. */
  feature?: Pick<StrategyPlace, 'project' | 'feature'>;
  /** Whether the kind of strategy stays as it is. */
  isKindFixed?: boolean;
  onChange: (part: Partial<Draft>) => void;
}

/** Everything that people set in a strategy. */
export function StrategyFields({ draft, feature, isKindFixed = false, onChange }: FieldsProps) {
  const { data: definitions = [] } = useQuery(strategyDefinitionsQuery);
  const definition = definitions.find(({ name }) => name === draft.name);
  const kinds = kindsOf(definitions, draft);
  return (
    <>
      <NativeSelect
        label={texts.kind}
        description={definition?.description ?? undefined}
        value={draft.name}
        data={kinds.length > 0 ? kinds : [draft.name]}
        disabled={isKindFixed}
        onChange={({ currentTarget: { value } }) =>
          onChange(withKind(draft, value, feature?.feature ?? ''))
        }
      />
      <ParameterFields
        definition={definition}
        parameters={draft.parameters}
        isGroupOptional={feature === undefined}
        onChange={(parameters) => onChange({ parameters })}
      />
      <TextInput
        label={texts.title}
        description={texts.titleHint}
        value={draft.title}
        maxLength={255}
        onChange={({ currentTarget: { value } }) => onChange({ title: value })}
      />
      <Switch
        label={texts.disable}
        checked={draft.disabled}
        onChange={({ currentTarget: { checked } }) => onChange({ disabled: checked })}
      />
      <StrategyTargets
        draft={draft}
        project={feature?.project}
        place={feature}
        onChange={onChange}
      />
    </>
  );
}

/** Whether the strategy cannot be saved as it is. */
export function useDraftFaults(draft: Draft, feature: FieldsProps['feature']): boolean {
  const { data: definitions = [] } = useQuery(strategyDefinitionsQuery);
  const { parameters = [] } = definitions.find(({ name }) => name === draft.name) ?? {};
  const required = parameters.filter(({ name }) => feature !== undefined || name !== 'groupId');
  return useConstraintFaults(draft.constraints) || isFaulty(draft, required);
}

function kindsOf(definitions: readonly StrategyDefinition[], draft: Draft) {
  return definitions
    .filter(({ name, deprecated }) => !deprecated || name === draft.name)
    .map(({ name, displayName }) => ({
      value: name,
      label: texts.names[name] ?? displayName ?? name,
    }));
}
