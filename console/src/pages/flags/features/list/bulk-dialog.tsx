import { Alert, Button, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { bulkTexts } from '../../../../texts/bulk.js';
import { proposalTexts } from '../../../../texts/proposals.js';
import { uiTexts } from '../../../../texts/ui.js';
import { DialogButtons } from '../../../../kit/dialog-buttons.js';
import wrapping from '../../../../kit/wrapping.module.css';
import type { BulkProps } from './bulk-host.js';
import { BulkParts } from './bulk-parts.js';
import type { BulkAction } from './bulk-requests.js';
import { isRunnable, isSettled, type Part, useBulkChange } from './use-bulk-change.js';

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

/** Shows what will become of the features of each project, changes them, and reports it. */
export function BulkDialog({ action, features: selected, onClose, onDone }: BulkDialogProps) {
  const { kind } = action;
  // As they were before the change: the report also says which were off already.
  const [features] = useState(selected);
  const [typed, setReason] = useState('');
  const reason = typed.trim() || undefined;
  const { parts, run, undo } = useBulkChange(features, action, onDone);
  const open = parts.filter((part) => !isSettled(part));
  const areGuarded = open.some(({ outcome }) => outcome?.is === 'guarded');
  // Those that are as wanted already are not counted.
  const changing = sumOf(parts, ({ names, already }) => names.length - already.length);
  const needApproval = open.filter(({ outcome }) => outcome?.is === 'approval');
  const runnable = open.filter((part) => isRunnable(part, kind === 'off' ? reason : undefined));
  const isReasonNeeded = areGuarded || needApproval.length === open.length;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const asked = askedBy(new FormData(event.currentTarget), action);
    run.mutate({ asked, reason: kind === 'on' ? undefined : reason });
  };
  return (
    <Modal opened onClose={onClose} title={titleOf(action, changing || features.length)}>
      <form onSubmit={submit}>
        {kind === 'archive' && <Text size="sm">{bulkTexts.archiveHint}</Text>}
        {kind === 'revive' && <Text size="sm">{bulkTexts.reviveHint}</Text>}
        <BulkParts parts={parts} kind={kind} />
        {kind === 'tag' && <TagFields type={action.type} />}
        {kind === 'untag' && <TagChoice features={features} />}
        {needApproval.length > 0 && (
          <Alert color="blue" role="alert" mt="md" title={proposalTexts.required}>
            {bulkTexts.approvalHint}
          </Alert>
        )}
        {(areGuarded || (needApproval.length > 0 && kind === 'off')) && (
          <ReasonField
            isRequired={isReasonNeeded}
            hint={[
              ...(areGuarded ? [bulkTexts.reasonHint] : []),
              ...(needApproval.length > 0 ? [bulkTexts.emergencyHint] : []),
            ].join(' ')}
            value={typed}
            onChange={setReason}
          />
        )}
        <Buttons
          action={action}
          features={features}
          parts={parts}
          count={sumOf(runnable, ({ names, already }) => names.length - already.length)}
          run={run}
          undo={undo}
          onClose={onClose}
        />
      </form>
    </Modal>
  );
}

const sumOf = (parts: readonly Part[], count: (part: Part) => number): number =>
  parts.reduce((sum, part) => sum + count(part), 0);

interface ButtonsProps extends Pick<BulkDialogProps, 'action' | 'features' | 'onClose'> {
  parts: readonly Part[];
  /** How many features would be changed at once. */
  count: number;
  run: ReturnType<typeof useBulkChange>['run'];
  undo: ReturnType<typeof useBulkChange>['undo'];
}

function Buttons({ action, features, parts, count, run, undo, onClose }: ButtonsProps) {
  const { kind } = action;
  const needsApproval = parts.some(({ outcome }) => outcome?.is === 'approval');
  return (
    <DialogButtons isSent={run.isPending} isDone={parts.some(isSettled)} onClose={onClose}>
      {undo && (
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          {uiTexts.undo}
        </Button>
      )}
      {needsApproval && (
        <Button
          variant={count > 0 || kind === 'off' ? 'default' : 'filled'}
          loading={run.isPending}
          onClick={() => run.mutate({ asked: action, proposes: true })}
        >
          {proposalTexts.propose}
        </Button>
      )}
      {(count > 0 || kind === 'off') && (
        <Button
          type="submit"
          className={wrapping.wrapping}
          data-autofocus={(kind !== 'tag' && kind !== 'untag') || undefined}
          color={kind === 'off' || kind === 'archive' ? 'red' : 'blue'}
          disabled={kind === 'untag' && tagsOf(features).length === 0}
          loading={run.isPending}
        >
          {titleOf(action, count || features.length)}
        </Button>
      )}
    </DialogButtons>
  );
}

interface ReasonFieldProps {
  isRequired: boolean;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

function ReasonField({ isRequired, hint, value, onChange }: ReasonFieldProps) {
  return (
    <TextInput
      mt="md"
      required={isRequired}
      maxLength={500}
      label={bulkTexts.reason}
      description={hint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function titleOf(action: BulkAction, count: number): string {
  return 'environment' in action
    ? bulkTexts.titles[action.kind](count, action.environment)
    : bulkTexts.titles[action.kind](count);
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
