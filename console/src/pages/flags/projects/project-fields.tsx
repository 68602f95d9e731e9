import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { stickinessQuery } from '../context-fields/context-field-queries.js';
import { projectTexts as texts } from '../../../texts/projects.js';

export type Mode = keyof typeof texts.modes;
const MODES = Object.entries(texts.modes).map(([value, label]) => ({ value, label }));

/** Chooses who may take part in a project. */
export function ModeSelect({ mode = 'open' }: { mode?: Mode }) {
  return <NativeSelect name="mode" label={texts.mode} data={MODES} defaultValue={mode} />;
}

/** Chooses by what gradual rollouts recognise the same users. */
export function StickinessSelect({
  name = 'defaultStickiness',
  label = texts.stickiness,
  value = 'default',
}: {
  name?: string;
  label?: string;
  value?: string;
}) {
  const { data = ['default'] } = useQuery(stickinessQuery);
  const choices = data.includes(value) ? data : [value, ...data];
  return (
    <NativeSelect
      key={choices.length}
      name={name}
      label={label}
      description={texts.stickinessHint}
      data={choices}
      defaultValue={value}
    />
  );
}
