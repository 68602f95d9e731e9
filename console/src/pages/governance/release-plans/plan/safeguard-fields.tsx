import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../../../api/client.js';
import { safeguardTexts as texts } from '../../../../texts/release-plans.js';
import { textOf } from '../../../../kit/form-dialog.js';
import { EVALUATIONS } from './safeguard-words.js';

type SafeguardBody = Schemas['SafeguardDto'];
type Condition = SafeguardBody['triggerCondition'];
type FeatureSafeguardBody = Schemas['FeatureSafeguardDto'];

const NAME_LENGTH = 200;
const LABEL_LENGTH = 255;
const QUERY_LENGTH = 2_000;
const PERCENT = 100;
/** Stands for a metric that applications report. */
const OTHER = 'other';
/** Stands for a query of Prometheus. */
const QUERY = 'query';

interface SafeguardFieldsProps {
  /** What happens beyond the limit. */
  operator: string;
  /** Whether it can watch a query of Prometheus. */
  canQuery?: boolean;
}

/** What a safeguard watches, and its limit. */
export function SafeguardFields({ operator, canQuery = false }: SafeguardFieldsProps) {
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
          ...(canQuery ? [{ value: QUERY, label: texts.ofPrometheus }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => setMetric(value)}
      />
      {metric === QUERY ? <QueryField /> : <UsageFields metric={metric} />}
      <LimitFields operator={operator} />
    </>
  );
}

function QueryField() {
  return (
    <Textarea
      name="prometheusQuery"
      label={texts.query}
      description={texts.queryHint}
      placeholder={texts.queryExample}
      required
      autosize
      maxLength={QUERY_LENGTH}
      spellCheck={false}
    />
  );
}

function UsageFields({ metric }: { metric: string }) {
  return (
    <>
      {metric === EVALUATIONS ? <EvaluationFields /> : <MetricFields />}
      <TextInput
        name="appName"
        label={texts.appName}
        description={texts.appNameHint}
        maxLength={LABEL_LENGTH}
      />
      <NativeSelect name="timeRange" label={texts.timeRange} data={optionsOf(texts.ranges)} />
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
      <NativeSelect name="operator" label={operator} data={optionsOf(texts.operators)} />
      <NumberInput name="threshold" label={texts.threshold} required hideControls />
    </>
  );
}

const optionsOf = (labels: Readonly<Record<string, string | undefined>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: label ?? value }));

/** The safeguard of usage or of a query that the form describes. */
export function featureSafeguardOf(form: FormData): FeatureSafeguardBody {
  if (textOf(form, 'metric') !== QUERY) return safeguardOf(form);
  const threshold = Number(textOf(form, 'threshold'));
  const operator = textOf(form, 'operator') as Condition['operator'];
  const prometheusQuery = textOf(form, 'prometheusQuery');
  return { prometheusQuery, triggerCondition: { operator, threshold } };
}

/** The safeguard of usage that the form describes; shares are entered in percent. */
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
      operator: textOf(form, 'operator') as Condition['operator'],
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
