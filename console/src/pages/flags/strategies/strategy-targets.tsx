import { Checkbox, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConstraintEditor } from '../constraints/constraint-editor.js';
import type { FeaturePlace } from '../payload-schemas/payload-schema-queries.js';
import { segmentsQuery } from '../segments/segment-queries.js';
import { constraintTexts } from '../../../texts/constraints.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';
import { variantTexts } from '../../../texts/variants.js';
import { SearchField } from '../../../kit/search-field.js';
import { VariantEditor } from '../variants/variant-editor.js';
import { StickinessField } from './parameter-fields.js';
import type { Draft } from './strategy-draft.js';
import styles from './strategies.module.css';

/** Longer lists of segments can be searched. */
const SEARCHED_FROM = 12;
const MOST_SHOWN = 100;

interface TargetsProps {
  draft: Draft;
  /** The project of the strategy; templates, which are for all projects, have none. */
  project?: string;
  /** The feature of the strategy, if it is of one. */
  place?: FeaturePlace;
  onChange: (part: Partial<Draft>) => void;
}

/** Shows which users a strategy selects and which variants they get. */
export function StrategyTargets({ draft, project, place, onChange }: TargetsProps) {
  const { variants } = draft;
  return (
    <>
      <Part title={constraintTexts.title}>
        <ConstraintEditor
          project={project}
          value={draft.constraints}
          onChange={(constraints) => onChange({ constraints })}
        />
      </Part>
      <Part title={texts.segmentsTitle} hint={texts.segmentsHint}>
        <Segments
          chosen={draft.segments}
          project={project}
          onChange={(segments) => onChange({ segments })}
        />
      </Part>
      <Part title={texts.variantsTitle} hint={texts.variantsHint}>
        <Stack gap="sm">
          <VariantEditor
            value={variants}
            place={place}
            onChange={(next) => onChange({ variants: next })}
          />
          {variants[0] && (
            <StickinessField
              label={variantTexts.stickiness}
              description={variantTexts.stickinessHint}
              value={variants[0].stickiness}
              onChange={(stickiness) =>
                onChange({ variants: variants.map((one) => ({ ...one, stickiness })) })
              }
            />
          )}
        </Stack>
      </Part>
    </>
  );
}

interface PartProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

function Part({ title, hint, children }: PartProps) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      {children}
    </section>
  );
}

interface SegmentsProps {
  chosen: readonly number[];
  project?: string;
  onChange: (chosen: number[]) => void;
}

function Segments({ chosen, project, onChange }: SegmentsProps) {
  const { data: all } = useQuery(segmentsQuery);
  const [letters, setLetters] = useState('');
  const data = all?.filter(
    (one) => !one.project || one.project === project || chosen.includes(one.id),
  );
  if (data?.length === 0) return <Text size="sm">{texts.noSegments}</Text>;
  const found = (data ?? []).filter(
    ({ id, name }) =>
      chosen.includes(id) || name.toLowerCase().includes(letters.trim().toLowerCase()),
  );
  return (
    <>
      {(data ?? []).length > SEARCHED_FROM && (
        <SearchField label={texts.searchSegments} value={letters} onChange={setLetters} />
      )}
      <div className={styles.segments}>
        {found.slice(0, MOST_SHOWN).map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </>
  );
}
