import type { Schemas } from '../../../api/client.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';
import { areFaulty, type Variant } from '../variants/variant.js';
import type { StrategyDefinition } from './strategy-queries.js';
import type { Strategy } from './strategy-words.js';

type Parameter = StrategyDefinition['parameters'][number];

/** A strategy while it is edited. */
export interface Draft {
  name: string;
  title: string;
  disabled: boolean;
  parameters: Readonly<Record<string, string>>;
  constraints: Schemas['ConstraintDto'][];
  segments: readonly number[];
  variants: Variant[];
}

/** A new gradual rollout for everybody, whose group is the feature. */
export function newDraft(feature: string, stickiness = 'default'): Draft {
  return {
    name: 'flexibleRollout',
    title: '',
    disabled: false,
    parameters: { rollout: '100', stickiness, groupId: feature },
    constraints: [],
    segments: [],
    variants: [],
  };
}

export function draftOf({ name, title, disabled, ...rest }: Strategy): Draft {
  const { parameters, constraints, segments = [], variants } = rest;
  return { name, title: title ?? '', disabled, parameters, constraints, segments, variants };
}

/** The draft as another kind of strategy, which has other parameters. */
export function withKind(draft: Draft, name: string, feature: string): Draft {
  const parameters = name === 'flexibleRollout' ? newDraft(feature).parameters : {};
  return { ...draft, name, parameters };
}

/** The body of the request that saves a draft. */
export function bodyOfDraft({ title, segments, ...rest }: Draft) {
  return { ...rest, title: title.trim(), segments: [...segments] };
}

/** What is wrong with the value of a parameter. */
export function faultOfParameter(
  { type, required }: Parameter,
  value: string | undefined,
): string | undefined {
  if (!value) return required ? texts.missing : undefined;
  const isNumber = Number.isFinite(Number(value));
  if (type === 'number') return isNumber ? undefined : texts.notANumber;
  if (type !== 'percentage') return undefined;
  return isNumber && Number(value) >= 0 && Number(value) <= 100 ? undefined : texts.notAShare;
}

/** Whether parameters or variants of the draft cannot be saved as they are. */
export function isFaulty(draft: Draft, parameters: readonly Parameter[] = []): boolean {
  return (
    areFaulty(draft.variants) ||
    parameters.some(
      (parameter) => faultOfParameter(parameter, draft.parameters[parameter.name]) !== undefined,
    )
  );
}
