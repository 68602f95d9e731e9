import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TO_TURN_OFF } from '../emergency-links/emergency-link-dialog.js';
import { productionFirst } from '../../flags/environments/production.js';
import { filterOptionsQuery } from '../../flags/features/list/filter-options.js';
import { projectEnvironmentsQuery } from '../../flags/projects/project-queries.js';
import { signalTexts as texts } from '../../../texts/signals.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { NameField } from '../../../kit/name-field.js';
import { ListDialog } from '../../../kit/list-dialog.js';
import { MultiChoice } from '../../../kit/multi-choice.js';
import { SearchedChoice } from '../../../kit/searched-choice.js';
import { Copyable, SecretDialog } from '../../../kit/secret.js';
import { Time } from '../../../kit/time.js';
import {
  createSignal,
  featureChoices,
  type NewSignal,
  type Signal,
  SIGNAL_ROOTS,
  usesOf,
} from './signal-requests.js';

const NAME_LENGTH = 100;
const NAME = '[a-z0-9][a-z0-9._\\-]*';
const MOST_FEATURES = 50;
const MOST_TAGS = 20;

interface AddSignalProps {
  project: string;
  /** The environments of the project, by name. */
  names: readonly string[];
  onCreated: (signal: NewSignal) => void;
  onClose: () => void;
}

/** Creates a signal for features and tags in one environment. */
export function AddSignal({ project, names, onCreated, onClose }: AddSignalProps) {
  const { data: found = [] } = useQuery(projectEnvironmentsQuery(project));
  const { data: options } = useQuery(filterOptionsQuery);
  const environments = productionFirst(found.filter(({ name }) => names.includes(name)));
  const [chosen, setEnvironment] = useState<string>();
  const [features, setFeatures] = useState<string[]>([]);
  const [tags, setTags] = useState<string[]>([]);
  const environment = chosen ?? environments[0]?.name ?? '';
  return (
    <FormDialog
      title={texts.create}
      needs={TO_TURN_OFF}
      place={{ project, environment }}
      isBlocked={environment === '' || features.length + tags.length === 0}
      outdates={SIGNAL_ROOTS}
      onClose={onClose}
      send={async (form) =>
        onCreated(
          await createSignal(project, {
            name: textOf(form, 'name'),
            targets: features.map((feature) => ({ feature, environment })),
            tags: tags.map((tag) => ({ ...tagIn(tag), environment })),
          }),
        )
      }
    >
      <NameField description={texts.nameHint} pattern={NAME} maxLength={NAME_LENGTH} />
      <NativeSelect
        label={texts.environment}
        data={environments.map(({ name }) => name)}
        value={environment}
        onChange={({ currentTarget: { value } }) => setEnvironment(value)}
      />
      <SearchedChoice
        label={texts.features}
        find={featureChoices(project)}
        maxValues={MOST_FEATURES}
        onChange={setFeatures}
      />
      <MultiChoice
        label={texts.tags}
        description={texts.tagsHint}
        data={options?.tags ?? []}
        searchable
        maxValues={MOST_TAGS}
        value={tags}
        onChange={setTags}
      />
    </FormDialog>
  );
}

/** The type and the value of a tag; only values can contain colons. */
function tagIn(text: string): { type: string; value: string } {
  const end = text.indexOf(':');
  return { type: text.slice(0, end), value: text.slice(end + 1) };
}

/** Shows the token of a new signal once, and how to send it. */
export function NewSignalDialog({ signal, onClose }: { signal: NewSignal; onClose: () => void }) {
  const { token, url } = signal;
  return (
    <SecretDialog title={texts.created} label={texts.token} secret={token} onClose={onClose}>
      <Text my="sm">{`${texts.howTo} ${texts.careful}`}</Text>
      <Copyable
        label={texts.command}
        text={`curl -X POST ${url} -H 'Authorization: Bearer ${token}'`}
      />
    </SecretDialog>
  );
}

/** When a signal was sent, and what it turned off then. */
export function SignalUses({ signal, onClose }: { signal: Signal; onClose: () => void }) {
  return (
    <ListDialog
      title={texts.historyOf(signal.name)}
      size="xl"
      thing={['events', 'uses-of-signal', signal.id]}
      read={(abort) => usesOf(signal, abort)}
      empty={texts.noUses}
      keyOf={({ id }) => id}
      searched={({ targets, payload }) => `${wordsOf(targets)} ${payload}`}
      columns={[
        { head: texts.at, cell: ({ at }) => <Time at={at} /> },
        { head: texts.turnedOff, cell: ({ targets }) => wordsOf(targets) || texts.nothing },
        {
          head: texts.payload,
          cell: ({ payload }) => (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {payload}
            </Text>
          ),
        },
      ]}
      onClose={onClose}
    />
  );
}

function wordsOf(targets: readonly { feature: string; environment: string }[]): string {
  return targets.map(({ feature, environment }) => texts.feature(feature, environment)).join(', ');
}
