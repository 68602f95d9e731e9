import { service } from '../../../api/failure-words.js';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TO_TURN_OFF } from '../emergency-links/emergency-link-dialog.js';
import { ProjectFrame } from '../../flags/projects/one/project-frame.js';
import type { PROJECT_SIGNALS_PATH } from '../../flags/projects/project-path.js';
import { projectQuery } from '../../flags/projects/project-queries.js';
import type { PageProps } from '../../../app/router/route.js';
import { signalTexts as texts } from '../../../texts/signals.js';
import { uiTexts } from '../../../texts/ui.js';
import { Listing } from '../../../kit/listing.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { type RenderDialog, useDialog } from '../../../kit/use-dialog.js';
import { AddSignal, NewSignalDialog, SignalUses } from './signal-dialogs.js';
import {
  deleteSignal,
  type NewSignal,
  type Signal,
  SIGNAL_ROOTS,
  signalsQuery,
} from './signal-requests.js';

/** How many things that a signal turns off a row names. */
const NAMED = 5;

interface ListProps {
  project: string;
  show: (render: RenderDialog) => void;
}

/** What monitoring can send to turn features of a project off. */
export function SignalsPage({ params: { project } }: PageProps<typeof PROJECT_SIGNALS_PATH>) {
  const [dialog, show] = useDialog();
  return (
    <ProjectFrame project={project} actions={<CreateButton project={project} show={show} />}>
      {() => (
        <>
          <Text maw="40rem" mb="md">
            {texts.intro}
          </Text>
          <Signals project={project} show={show} />
          {dialog}
        </>
      )}
    </ProjectFrame>
  );
}

function CreateButton({ project, show }: ListProps) {
  const { data } = useQuery(projectQuery(project));
  const names = data?.environments.map(({ environment }) => environment) ?? [];
  const created = (signal: NewSignal): void =>
    show((close) => <NewSignalDialog signal={signal} onClose={close} />);
  return (
    <PermittedButton
      needs={TO_TURN_OFF}
      place={{ project }}
      onClick={() =>
        show((close) => (
          <AddSignal project={project} names={names} onCreated={created} onClose={close} />
        ))
      }
    >
      {texts.create}
    </PermittedButton>
  );
}

function Signals({ project, show }: ListProps) {
  const { data, error, refetch } = useQuery(signalsQuery(project));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <Listing
      label={texts.title}
      items={data}
      keyOf={({ id }) => id}
      searched={(signal) =>
        `${signal.name} ${boundOf(signal)
          .map(({ words }) => words)
          .join(' ')}`
      }
      empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      columns={[
        { head: uiTexts.name, cell: ({ name }) => name },
        { head: texts.turnsOff, cell: (signal) => <Bound signal={signal} /> },
        { head: texts.lastUse, cell: (signal) => <LastUse signal={signal} /> },
        { head: texts.owner, cell: ({ createdBy }) => createdBy },
      ]}
      actions={(signal) => <Actions signal={signal} show={show} />}
    />
  );
}

/** Something that a signal turns off, and why it does not. */
interface BoundThing {
  words: string;
  note: string | null;
  isWrong: boolean;
}

function boundOf({ targets, tags }: Signal): BoundThing[] {
  return [
    ...targets.map(({ feature, environment, conflict }) => ({
      words: texts.feature(feature, environment),
      note: conflict,
      isWrong: conflict !== null,
    })),
    ...tags.map(({ type, value, environment, features, conflict }) => ({
      words: texts.tag(`${type}:${value}`, environment),
      note: conflict ?? texts.ofTag(features),
      isWrong: conflict !== null,
    })),
  ];
}

function Bound({ signal }: { signal: Signal }) {
  const bound = boundOf(signal);
  return (
    <>
      {bound.slice(0, NAMED).map(({ words, note, isWrong }) => (
        <div key={words}>
          {words}
          {note !== null && (
            <Text size="sm" c={isWrong ? 'orange.9' : 'dimmed'}>
              {service.told(note)}
            </Text>
          )}
        </div>
      ))}
      {bound.length > NAMED && <Text size="sm">{texts.more(bound.length - NAMED)}</Text>}
      {signal.conflict !== null && (
        <Alert color="orange" mt="xs" p="xs">
          {texts.useless(service.told(signal.conflict))}
        </Alert>
      )}
    </>
  );
}

function LastUse({ signal: { uses, usedAt } }: { signal: Signal }) {
  if (usedAt === null) return texts.never;
  return (
    <>
      <Time at={usedAt} relative /> ({texts.uses(uses)})
    </>
  );
}

function Actions({ signal, show }: { signal: Signal; show: ListProps['show'] }) {
  const { name, project } = signal;
  return (
    <>
      <RowButton
        aria-label={texts.historyOf(name)}
        onClick={() => show((close) => <SignalUses signal={signal} onClose={close} />)}
      >
        {texts.history}
      </RowButton>
      <RowRemoval
        needs={TO_TURN_OFF}
        place={{ project }}
        aria-label={texts.deleteOf(name)}
        show={show}
        title={texts.deleteOf(name)}
        send={() => deleteSignal(signal)}
        done={uiTexts.removed(name)}
        outdates={SIGNAL_ROOTS}
      >
        {texts.deleteHint(name)}
      </RowRemoval>
    </>
  );
}
