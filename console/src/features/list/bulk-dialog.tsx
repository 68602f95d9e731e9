import { Alert, Button, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { requiresApproval } from '../../api/failures.js';
import { wordsOf } from '../../api/failure-words.js';
import { propose } from '../../change-requests/proposal.js';
import { guardWarnings } from '../../switch/switch-requests.js';
import { bulkTexts } from '../../texts/bulk.js';
import { proposalTexts } from '../../texts/proposals.js';
import { uiTexts } from '../../texts/ui.js';
import { announce } from '../../ui/announcements.js';
import { ApprovalNotice } from '../../ui/form-dialog.js';
import wrapping from '../../ui/wrapping.module.css';
import styles from './bulk-bar.module.css';
import type { BulkProps } from './bulk-host.js';
import { type BulkAction, byProject, changeAll, proposalOf } from './bulk-requests.js';

interface BulkDialogProps extends BulkProps {
  action: BulkAction;
  onClose: () => void;
}

const field = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** The action with the tag that the form names, if it is about one. */
function askedBy(form: FormData, action: BulkAction): BulkAction {
  const { kind } = action;
  if (kind === 'tag') return { kind, type: field(form, 'type'), value: field(form, 'value') };
  if (kind !== 'untag') return action;
  const [type = '', ...value] = field(form, 'tag').split(':');
  return { kind, type, value: value.join(':') };
}

/** Names what will be changed, and changes it. */
export function BulkDialog({ action, features, onClose, onDone }: BulkDialogProps) {
  const { change, doneProjects } = useBulkChange(features, onDone);
  const warnings = guardWarnings(change.error);
  const isProposed = requiresApproval(change.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({ asked: askedBy(form, action), reason: field(form, 'reason') || undefined });
  };
  const title = titleOf(action, features.length);
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        {action.kind === 'archive' && <Text size="sm">{bulkTexts.archiveHint}</Text>}
        {action.kind === 'revive' && <Text size="sm">{bulkTexts.reviveHint}</Text>}
        <Names features={features} />
        {action.kind === 'tag' && <TagFields type={action.type} />}
        {action.kind === 'untag' && <TagChoice features={features} />}
        {isProposed && <ApprovalNotice />}
        {change.error && !isProposed && (
          <Alert color={warnings ? 'orange' : 'red'} role="alert" mt="md">
            {doneProjects.length > 0 && bulkTexts.partly}
            {warnings?.map(({ message }) => message).join(' ') ?? wordsOf(change.error)}
          </Alert>
        )}
        {warnings && <Reason hint={bulkTexts.reasonHint} />}
        {isProposed && action.kind === 'off' && <Reason hint={bulkTexts.emergencyHint} />}
        <Buttons
          action={action}
          title={title}
          isBusy={change.isPending}
          isBlocked={action.kind === 'untag' && tagsOf(features).length === 0}
          propose={isProposed ? () => change.mutate({ asked: action, proposes: true }) : undefined}
          onClose={onClose}
        />
      </form>
    </Modal>
  );
}

function Reason({ hint }: { hint: string }) {
  return (
    <TextInput
      mt="md"
      name="reason"
      required
      autoFocus
      maxLength={500}
      label={bulkTexts.reason}
      description={hint}
    />
  );
}

interface ButtonsProps {
  action: BulkAction;
  title: string;
  isBusy: boolean;
  isBlocked: boolean;
  /** Adds the changes to the change requests of the person, where others have to approve them. */
  propose?: () => void;
  onClose: () => void;
}

function Buttons({ action: { kind }, title, propose, onClose, ...state }: ButtonsProps) {
  const { isBusy, isBlocked } = state;
  return (
    <Group mt="lg" justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {uiTexts.cancel}
      </Button>
      {propose && (
        <Button variant={kind === 'off' ? 'default' : 'filled'} loading={isBusy} onClick={propose}>
          {proposalTexts.propose}
        </Button>
      )}
      {(!propose || kind === 'off') && (
        <Button
          type="submit"
          className={wrapping.wrapping}
          data-autofocus={(kind !== 'tag' && kind !== 'untag') || undefined}
          color={kind === 'off' || kind === 'archive' ? 'red' : 'blue'}
          disabled={isBlocked}
          loading={isBusy}
        >
          {title}
        </Button>
      )}
    </Group>
  );
}

interface BulkChange {
  asked: BulkAction;
  /** Why it is done in spite of a guard or a missing approval. */
  reason?: string;
  /** Whether what others have to approve is proposed. */
  proposes?: true;
}

/** Changes the features project by project; another attempt continues with the projects left. */
function useBulkChange(features: BulkProps['features'], onDone: () => void) {
  const queries = useQueryClient();
  const [doneProjects, setDoneProjects] = useState<readonly string[]>([]);
  const change = useMutation({
    mutationFn: async ({ asked, reason, proposes }: BulkChange) => {
      for (const [project, names] of byProject(features)) {
        if (doneProjects.includes(project)) continue;
        await changeAll(project, names, asked, reason).catch((error: unknown) => {
          if (!proposes || !requiresApproval(error)) throw error;
          return propose(proposalOf(asked, project, names), error);
        });
        setDoneProjects((done) => [...done, project]);
      }
    },
    onSuccess: (_result, { proposes }) => {
      if (!proposes) announce({ kind: 'done', text: bulkTexts.done(features.length) });
      onDone();
    },
    onSettled: () => {
      for (const root of ['features', 'change-requests'])
        void queries.invalidateQueries({ queryKey: [root] });
    },
  });
  return { change, doneProjects };
}

function titleOf(action: BulkAction, count: number): string {
  return 'environment' in action
    ? bulkTexts.titles[action.kind](count, action.environment)
    : bulkTexts.titles[action.kind](count);
}

function Names({ features }: Pick<BulkProps, 'features'>) {
  return (
    <ul className={styles.names}>
      {features.map(({ project, name }) => (
        <li key={`${project}/${name}`}>
          {name} <Text span size="sm" c="dimmed">{`(${project})`}</Text>
        </li>
      ))}
    </ul>
  );
}

function TagFields({ type }: { type: string }) {
  return (
    <Group grow mt="md" align="flex-start">
      <TextInput
        name="type"
        label={bulkTexts.tagType}
        defaultValue={type}
        required
        minLength={2}
        maxLength={50}
      />
      <TextInput
        name="value"
        label={bulkTexts.tagValue}
        data-autofocus
        required
        minLength={2}
        maxLength={50}
      />
    </Group>
  );
}

/** The tags of the features, each once. */
function tagsOf(features: BulkProps['features']): string[] {
  const tags = features.flatMap((feature) => feature.tags ?? []);
  return [...new Set(tags.map(({ type, value }) => `${type}:${value}`))].sort();
}

function TagChoice({ features }: Pick<BulkProps, 'features'>) {
  const tags = tagsOf(features);
  if (tags.length === 0) return <Text mt="md">{bulkTexts.noTags}</Text>;
  return (
    <NativeSelect
      mt="md"
      name="tag"
      data-autofocus
      label={bulkTexts.removedTag}
      description={bulkTexts.removedTagHint}
      data={tags}
    />
  );
}
