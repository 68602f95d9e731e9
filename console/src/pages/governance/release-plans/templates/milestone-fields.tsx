import { Button, TextInput, Title } from '@mantine/core';
import { nameOf } from '../../../flags/strategies/strategy-words.js';
import { milestoneTexts, templateTexts as texts } from '../../../../texts/release-plans.js';
import { uiTexts } from '../../../../texts/ui.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { IntervalField } from '../interval-field.js';
import { MilestoneStrategyDialog } from '../milestone-strategy-dialog.js';
import styles from '../release-plans.module.css';
import { StrategyItems } from '../strategy-items.js';
import { type MilestoneDraft, newStrategy, type StrategyDraft } from './template-draft.js';

const NAME_LENGTH = 200;
const MOST_STRATEGIES = 30;

interface MilestoneFieldsProps {
  milestone: MilestoneDraft;
  /** From 1. */
  position: number;
  isLast: boolean;
  show: (render: RenderDialog) => void;
  /** Changes what the function returns for the present milestone. */
  onChange: (part: (present: MilestoneDraft) => Partial<MilestoneDraft>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A milestone of a template: its name, its strategies, and when the next one follows. */
export function MilestoneFields(props: MilestoneFieldsProps) {
  const { milestone, position, isLast, onChange } = props;
  const label = milestone.name || texts.milestone(position);
  return (
    <li className={styles.milestone}>
      <div className={styles.head}>
        <Title order={3} size="h5" className={styles.name}>
          {texts.milestone(position)}
        </Title>
        <Places {...props} label={label} />
      </div>
      <TextInput
        label={uiTexts.name}
        aria-label={`${uiTexts.name}, ${texts.milestone(position)}`}
        required
        maxLength={NAME_LENGTH}
        value={milestone.name}
        onChange={({ currentTarget: { value } }) => onChange(() => ({ name: value }))}
      />
      <Strategies {...props} label={label} />
      {!isLast && (
        <IntervalField
          value={milestone.intervalMinutes}
          onChange={(intervalMinutes) => onChange(() => ({ intervalMinutes }))}
        />
      )}
    </li>
  );
}

type PartProps = MilestoneFieldsProps & { label: string };

/** Buttons that change the place of a milestone, or remove it. */
function Places({ label, position, isLast, onMove, onRemove }: PartProps) {
  return (
    <div className={styles.buttons}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.moveUp(label)}
        disabled={position === 1}
        onClick={() => onMove(-1)}
      >
        {texts.up}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.moveDown(label)}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        {texts.down}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.removeMilestone(label)}
        onClick={onRemove}
      >
        {texts.removeItem}
      </Button>
    </div>
  );
}

function Strategies({ milestone, label, show, onChange }: PartProps) {
  const { strategies } = milestone;
  const put = (next: StrategyDraft): void =>
    onChange((present) => ({
      strategies: present.strategies.some(({ key }) => key === next.key)
        ? present.strategies.map((one) => (one.key === next.key ? next : one))
        : [...present.strategies, next],
    }));
  const edit = (title: string, start: StrategyDraft): void =>
    show((close) => (
      <MilestoneStrategyDialog
        title={title}
        action={texts.apply}
        start={start}
        outdates={[]}
        send={async (draft) => put({ ...start, ...draft })}
        onClose={close}
      />
    ));
  return (
    <>
      <StrategyItems
        milestone={label}
        strategies={strategies}
        keyOf={({ key }) => key}
        actions={(strategy) => (
          <StrategyButtons
            edit={milestoneTexts.editStrategy(nameOf(strategy), label)}
            remove={texts.removeStrategy(nameOf(strategy), label)}
            onEdit={() => edit(milestoneTexts.editStrategy(nameOf(strategy), label), strategy)}
            onRemove={() =>
              onChange((present) => ({
                strategies: present.strategies.filter(({ key }) => key !== strategy.key),
              }))
            }
          />
        )}
      />
      <Button
        mb="sm"
        size="sm"
        variant="default"
        aria-label={texts.addStrategyTo(label)}
        disabled={strategies.length >= MOST_STRATEGIES}
        onClick={() => edit(texts.addStrategyTo(label), newStrategy())}
      >
        {texts.addStrategy}
      </Button>
    </>
  );
}

interface StrategyButtonsProps {
  edit: string;
  remove: string;
  onEdit: () => void;
  onRemove: () => void;
}

function StrategyButtons({ edit, remove, onEdit, onRemove }: StrategyButtonsProps) {
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={edit} onClick={onEdit}>
        {uiTexts.edit}
      </Button>
      <Button size="compact-sm" variant="default" aria-label={remove} onClick={onRemove}>
        {texts.removeItem}
      </Button>
    </>
  );
}
