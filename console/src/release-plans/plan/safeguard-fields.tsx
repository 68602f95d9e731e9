import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { safeguardTexts as texts } from '../../texts/release-plans.js';
import { textOf } from '../../ui/form-dialog.js';
import { EVALUATIONS } from './safeguard-words.js';

type SafeguardBody = Schemas['SafeguardDto'];

const NAME_LENGTH = 200;
const LABEL_LENGTH = 255;
const PERCENT = 100;
/** Stands for a metric that applications report. */
const OTHER = 'other';

/** What a safeguard watches, and its limit. `operator` says what happens beyond it. */
export function SafeguardFields({ operator }: { operator: string }) {
  const [metric, setMetric] = useState(EVALUATIONS);
  return (
    <>
      <NativeSelect
        name="metric"
        data-autofocus
        label={texts.metric}
        value={metric}
        data={[
          { value: EVALUATIONS, label: texts.evaluations },
          { value: OTHER, label: texts.ofApplications },
        ]}
        onChange={({ currentTarget: { value } }) => setMetric(value)}
      />
      {metric === EVALUATIONS ? <EvaluationFields /> : <MetricFields />}
      <TextInput
        name="appName"
        label={texts.appName}
        description={texts.appNameHint}
        maxLength={LABEL_LENGTH}
      />
      <LimitFields operator={operator} />
    </>
  );
}

/** Which evaluations are watched, and as which number. */
function EvaluationFields() {
  const [answers, setAnswers] = useState('all');
  const { count, rps, avg } = texts.modes;
  const modes = answers === 'all' ? { count, rps } : { count, rps, avg };
  return (
    <>
      <NativeSelect
        name="answers"
        label={texts.answers}
        value={answers}
        data={optionsOf(texts.choices)}
        onChange={({ currentTarget: { value } }) => setAnswers(value)}
      />
      {answers === 'variant' && (
        <TextInput name="variant" label={texts.variant} required maxLength={LABEL_LENGTH} />
      )}
      <NativeSelect
        name="mode"
        label={texts.mode}
        description={texts.shareHint}
        data={optionsOf(modes)}
      />
    </>
  );
}

/** Which metric of applications is watched, and as which number. */
function MetricFields() {
  return (
    <>
      <TextInput
        name="metricName"
        label={texts.metricName}
        description={texts.metricNameHint}
        required
        maxLength={NAME_LENGTH}
      />
      <NativeSelect name="mode" label={texts.mode} data={optionsOf(texts.metricModes)} />
    </>
  );
}

function LimitFields({ operator }: { operator: string }) {
  return (
    <>
      <NativeSelect name="timeRange" label={texts.timeRange} data={optionsOf(texts.ranges)} />
      <NativeSelect name="operator" label={operator} data={optionsOf(texts.operators)} />
      <NumberInput name="threshold" label={texts.threshold} required hideControls />
    </>
  );
}

const optionsOf = (labels: Readonly<Record<string, string | undefined>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: label ?? value }));

/** The safeguard that the form describes; shares are entered in percent. */
export function safeguardOf(form: FormData): SafeguardBody {
  const isOfEvaluations = textOf(form, 'metric') === EVALUATIONS;
  const aggregationMode = textOf(form, 'mode') as SafeguardBody['impactMetric']['aggregationMode'];
  const threshold = Number(textOf(form, 'threshold'));
  const isShare = isOfEvaluations && aggregationMode === 'avg';
  return {
    impactMetric: {
      metricName: isOfEvaluations ? EVALUATIONS : textOf(form, 'metricName'),
      timeRange: textOf(form, 'timeRange') as SafeguardBody['impactMetric']['timeRange'],
      aggregationMode,
      labelSelectors: labelsOf(form, isOfEvaluations),
    },
    triggerCondition: {
      operator: textOf(form, 'operator') as SafeguardBody['triggerCondition']['operator'],
      threshold: isShare ? threshold / PERCENT : threshold,
    },
  };
}

function labelsOf(form: FormData, isOfEvaluations: boolean): Record<string, string[]> {
  const appName = textOf(form, 'appName');
  const answers = isOfEvaluations ? textOf(form, 'answers') : 'all';
  return {
    ...(appName ? { appName: [appName] } : {}),
    ...(answers === 'on' ? { enabled: ['true'] } : {}),
    ...(answers === 'off' ? { enabled: ['false'] } : {}),
    ...(answers === 'variant' ? { variant: [textOf(form, 'variant')] } : {}),
  };
}
