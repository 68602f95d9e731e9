import { Button, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { playgroundTexts as texts } from '../../../texts/playground.js';
import { MultiChoice } from '../../../kit/multi-choice.js';
import { momentOf } from '../../../kit/moment.js';
import { MomentField, useMoment } from '../../../kit/moment-field.js';
import type { ContextEntry, Question } from './playground-question.js';
import styles from './playground.module.css';

const MAX_FIELDS = 50;

const optionsQuery = queryOptions({
  queryKey: ['projects', 'playground-options'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const [{ projects }, { environments }, fields] = await Promise.all([
      bodyOf(api.GET('/api/admin/projects', { signal })),
      bodyOf(api.GET('/api/admin/environments', { signal })),
      bodyOf(api.GET('/api/admin/context', { signal })),
    ]);
    return {
      projects: projects.map(({ id, name }) => ({ value: id, label: name })),
      environments: environments.map(({ name }) => name),
      // The playground evaluates in the environments that are chosen.
      fields: fields.filter(({ name }) => name !== 'environment'),
    };
  },
});

interface QuestionFormProps {
  question: Question;
  isWorking: boolean;
  onAsk: (question: Question) => void;
}

/** Environments, projects and context. */
export function QuestionForm({ question, isWorking, onAsk }: QuestionFormProps) {
  const { data } = useQuery(optionsQuery);
  const [environments, setEnvironments] = useState([...question.environments]);
  const [projects, setProjects] = useState([...question.projects]);
  const [context, setContext] = useState<readonly ContextEntry[]>(
    question.context.length > 0 ? question.context : [{ name: 'userId', value: '' }],
  );
  const moment = useMoment(momentOf(question.at ?? null));
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(environments.length === 0);
    if (environments.length === 0) return;
    const given = context.filter(({ name, value }) => name.trim() !== '' && value !== '');
    const past = moment.value === '' ? undefined : moment.read();
    if (past === undefined && moment.value !== '') return;
    onAsk({ environments, projects, context: given, at: past?.toISOString() });
  };
  return (
    <form className={styles.question} onSubmit={submit}>
      <div className={styles.choices}>
        <MultiChoice
          label={texts.environments}
          data={withChosen(data?.environments ?? [], environments)}
          value={environments}
          error={isMissing && environments.length === 0 ? texts.chooseEnvironment : undefined}
          searchable
          onChange={setEnvironments}
        />
        <MultiChoice
          label={texts.projects}
          placeholder={projects.length === 0 ? texts.allProjects : undefined}
          data={data?.projects ?? projects}
          value={projects}
          searchable
          limit={100}
          onChange={setProjects}
        />
        <MomentField label={texts.at} hint={texts.atHint} moment={moment} />
      </div>
      <Context fields={data?.fields ?? []} context={context} onChange={setContext} />
      <Button type="submit" loading={isWorking} className={styles.submit}>
        {texts.evaluate}
      </Button>
    </form>
  );
}

const withChosen = (names: readonly string[], chosen: readonly string[]): string[] => [
  ...new Set([...names, ...chosen]),
];

interface ContextProps {
  fields: readonly { name: string; legalValues: readonly { value: string }[] }[];
  context: readonly ContextEntry[];
  onChange: (context: readonly ContextEntry[]) => void;
}

function Context({ fields, context, onChange }: ContextProps) {
  const names = useId();
  const change = (index: number, changes: Partial<ContextEntry>): void =>
    onChange(context.map((entry, n) => (n === index ? { ...entry, ...changes } : entry)));
  return (
    <fieldset className={styles.context}>
      <legend>{texts.context}</legend>
      <Text size="sm" c="dimmed">
        {texts.contextHint}
      </Text>
      <datalist id={names}>
        {fields.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {context.map(({ name, value }, index) => (
        <div key={index} className={styles.entry}>
          <TextInput
            aria-label={texts.field(index + 1)}
            placeholder={texts.fieldPlaceholder}
            list={names}
            value={name}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={texts.value(index + 1)}
            placeholder={texts.valuePlaceholder}
            list={`${names}-${index}`}
            value={value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <datalist id={`${names}-${index}`}>
            {fields
              .find((field) => field.name === name)
              ?.legalValues.map((legal) => (
                <option key={legal.value} value={legal.value} />
              ))}
          </datalist>
          <Button
            variant="subtle"
            aria-label={texts.remove(name)}
            onClick={() => onChange(context.filter((_, n) => n !== index))}
          >
            {texts.removeShort}
          </Button>
        </div>
      ))}
      <Button
        variant="default"
        disabled={context.length >= MAX_FIELDS}
        onClick={() => onChange([...context, { name: '', value: '' }])}
      >
        {texts.add}
      </Button>
    </fieldset>
  );
}
