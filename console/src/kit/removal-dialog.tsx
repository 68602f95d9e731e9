import { Alert, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Schemas } from '../api/client.js';
import { wordsOf } from '../api/failure-words.js';
import { ifMatch, type Versioned } from '../api/versioned.js';
import { PlannedChanges } from '../pages/governance/schedules/planned-changes.js';
import { scheduleTexts } from '../texts/schedules.js';
import { number } from '../texts/format.js';
import { uiTexts } from '../texts/ui.js';
import { FormDialog, type FormDialogProps } from './form-dialog.js';
import { Facts } from './facts.js';

interface RemovalDialogProps extends Omit<
  FormDialogProps,
  'children' | 'color' | 'send' | 'reload'
> {
  /** The name that has to be typed, if it cannot be undone and affects much. */
  typed?: string;
  /** Reads what the removal would affect; `of` keeps the answers apart. */
  preview?: { of: string; read: () => Promise<Preview | undefined> };
  /** Reads the version to remove, so that a change by somebody else meanwhile is not lost. */
  read?: (signal: AbortSignal) => Promise<Versioned<unknown>>;
  /** Removes the thing, with the headers that name the version. */
  send: (seen: { 'If-Match'?: string }) => Promise<unknown>;
  children?: ReactNode;
}

/** What a change would affect. */
export type Preview = Schemas['PreviewResponse'];

/** Confirms that something is removed, with its name and what it affects. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { typed, preview, read, send, children, ...form } = props;
  const [name, setName] = useState('');
  const { data, error, refetch } = useSeenVersion(read);
  const isUnread = read !== undefined && !data;
  return (
    <FormDialog
      {...form}
      color="red"
      isBlocked={isUnread || (typed !== undefined && name !== typed)}
      send={() => send(data ? ifMatch(data) : {})}
      reload={read && (() => void refetch())}
    >
      {children}
      {error && <Alert color="red">{wordsOf(error)}</Alert>}
      {preview && <PreviewSummary {...preview} />}
      {typed !== undefined && (
        <TextInput
          label={uiTexts.typeName(typed)}
          value={name}
          data-autofocus
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
      )}
    </FormDialog>
  );
}

/** The version of what will be removed, once it has been read; it does not change by itself. */
function useSeenVersion(read: RemovalDialogProps['read']) {
  const dialog = useId();
  return useQuery({
    queryKey: ['removed', dialog],
    queryFn: ({ signal }) => read!(signal),
    enabled: read !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
}

function PreviewSummary({ of, read }: NonNullable<RemovalDialogProps['preview']>) {
  const { data, error } = useQuery({
    queryKey: ['removal-preview', of],
    queryFn: read,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (error) return <Alert color="orange">{wordsOf(error)}</Alert>;
  if (!data) return <Text role="status">{uiTexts.readingPreview}</Text>;
  return (
    <>
      <Facts facts={factsOf(data)} />
      {data.warnings?.map(({ type, message }) => (
        <Alert key={type} color="orange">
          {message}
        </Alert>
      ))}
    </>
  );
}

function factsOf({ impact }: Preview): [string, ReactNode][] {
  const { features, strategies, segments, applications, connections } = impact;
  const { evaluations, schedules } = impact;
  return [
    [uiTexts.impact.features, namesOf(features)],
    [uiTexts.impact.strategies, number(strategies)],
    [uiTexts.impact.segments, namesOf(segments)],
    [uiTexts.impact.applications, namesOf(applications)],
    [uiTexts.impact.connections, number(connections)],
    [uiTexts.impact.evaluations, number(evaluations.yes + evaluations.no)],
    [scheduleTexts.planned, <PlannedChanges key="planned" planned={schedules} />],
  ];
}

const MOST_NAMES = 5;

function namesOf({ count, names }: { count: number; names: readonly string[] }): string {
  if (count === 0) return number(0);
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return `${number(count)}: ${shown}${count > MOST_NAMES ? ', …' : ''}`;
}
