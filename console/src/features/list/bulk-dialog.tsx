import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../../api/failure-words.js';
import { guardWarnings } from '../../switch/switch-requests.js';
import { bulkTexts } from '../../texts/bulk.js';
import { uiTexts } from '../../texts/ui.js';
import { announce } from '../../ui/announcements.js';
import styles from './bulk-bar.module.css';
import type { BulkProps } from './bulk-host.js';
import { type BulkAction, byProject, changeAll } from './bulk-requests.js';

interface BulkDialogProps extends BulkProps {
  action: BulkAction;
  onClose: () => void;
}

const field = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** Names what will be changed, and changes it. */
export function BulkDialog({ action, features, onClose, onDone }: BulkDialogProps) {
  const { change, doneProjects } = useBulkChange(features, onDone);
  const warnings = guardWarnings(change.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const asked =
      action.kind === 'tag'
        ? { kind: action.kind, type: field(form, 'type'), value: field(form, 'value') }
        : action;
    change.mutate({ asked, reason: field(form, 'reason') || undefined });
  };
  const title = titleOf(action, features.length);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      <form onSubmit={submit}>
        {action.kind === 'archive' && <Text size="sm">{bulkTexts.archiveHint}</Text>}
        <Names features={features} />
        {action.kind === 'tag' && <TagFields type={action.type} />}
        {change.error && (
          <Alert color={warnings ? 'orange' : 'red'} role="alert" mt="md">
            {doneProjects.length > 0 && bulkTexts.partly}
            {warnings?.map(({ message }) => message).join(' ') ?? wordsOf(change.error)}
          </Alert>
        )}
        {warnings && (
          <TextInput
            mt="md"
            name="reason"
            required
            autoFocus
            maxLength={500}
            label={bulkTexts.reason}
            description={bulkTexts.reasonHint}
          />
        )}
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button
            type="submit"
            data-autofocus={action.kind !== 'tag' || undefined}
            color={action.kind === 'off' || action.kind === 'archive' ? 'red' : 'blue'}
            loading={change.isPending}
          >
            {title}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Changes the features project by project; another attempt continues with the projects left. */
function useBulkChange(features: BulkProps['features'], onDone: () => void) {
  const queries = useQueryClient();
  const [doneProjects, setDoneProjects] = useState<readonly string[]>([]);
  const change = useMutation({
    mutationFn: async ({ asked, reason }: { asked: BulkAction; reason?: string }) => {
      for (const [project, names] of byProject(features)) {
        if (doneProjects.includes(project)) continue;
        await changeAll(project, names, asked, reason);
        setDoneProjects((done) => [...done, project]);
      }
    },
    onSuccess: () => {
      announce({ kind: 'done', text: bulkTexts.done(features.length) });
      onDone();
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['features'] }),
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
