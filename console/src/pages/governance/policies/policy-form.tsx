import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { isTicked, textOf } from '../../../kit/form-dialog.js';
import { policyTexts as texts } from '../../../texts/policies.js';
import type { Policy } from './policy-queries.js';

/** The rules of a policy; {@link policyIn} reads them. */
export function PolicyFields({ policy }: { policy: Partial<Policy> }) {
  const list = (name: 'requiredTags' | 'forbiddenStrategies' | 'requiredConstraints') => (
    <TextInput
      name={name}
      label={texts[name]}
      description={texts.hints[name]}
      defaultValue={(policy[name] ?? []).join(', ')}
    />
  );
  const count = (name: 'maxAgeDays' | 'requiredApprovals', max: number) => (
    <NumberInput
      name={name}
      label={texts[name]}
      description={texts.hints[name]}
      min={1}
      max={max}
      allowDecimal={false}
      hideControls
      defaultValue={policy[name] ?? ''}
    />
  );
  return (
    <>
      <NativeSelect
        name="enforcement"
        label={texts.enforcement}
        data={Object.entries(texts.enforcements).map(([value, label]) => ({ value, label }))}
        defaultValue={policy.enforcement ?? 'refuse'}
      />
      <TextInput
        name="namePattern"
        label={texts.namePattern}
        description={texts.hints.namePattern}
        maxLength={500}
        defaultValue={policy.namePattern}
      />
      <TextInput
        name="nameExample"
        label={texts.nameExample}
        maxLength={100}
        defaultValue={policy.nameExample}
      />
      {list('requiredTags')}
      <Checkbox
        name="ownerRequired"
        label={texts.ownerRequired}
        defaultChecked={policy.ownerRequired}
      />
      {count('maxAgeDays', 3_650)}
      {list('forbiddenStrategies')}
      {list('requiredConstraints')}
      {count('requiredApprovals', 10)}
    </>
  );
}

/** The policy that is filled in. */
export function policyIn(form: FormData): Policy {
  const texted = (name: 'namePattern' | 'nameExample') => {
    const text = textOf(form, name);
    return text ? { [name]: text } : {};
  };
  const listed = (name: 'requiredTags' | 'forbiddenStrategies' | 'requiredConstraints') => {
    const values = textOf(form, name)
      .split(/[\s,]+/)
      .filter(Boolean);
    return values.length > 0 ? { [name]: values } : {};
  };
  const counted = (name: 'maxAgeDays' | 'requiredApprovals') => {
    const text = textOf(form, name);
    return text ? { [name]: Number(text) } : {};
  };
  return {
    enforcement: textOf(form, 'enforcement') === 'warn' ? 'warn' : 'refuse',
    ...texted('namePattern'),
    ...texted('nameExample'),
    ...listed('requiredTags'),
    ...(isTicked(form, 'ownerRequired') ? { ownerRequired: true } : {}),
    ...counted('maxAgeDays'),
    ...listed('forbiddenStrategies'),
    ...listed('requiredConstraints'),
    ...counted('requiredApprovals'),
  };
}
