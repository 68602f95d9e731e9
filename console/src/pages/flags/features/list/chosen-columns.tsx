import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { featureListTexts as texts } from '../../../../texts/feature-list.js';
import { featureTexts } from '../../../../texts/features.js';
import { number } from '../../../../texts/format.js';
import { Time } from '../../../../kit/time.js';
import type { FeatureDetails, FoundFeature } from '../feature-queries.js';
import styles from './chosen-columns.module.css';
import { choiceOf, type Fact, hasDetails, isDetail } from './column-list.js';
import { LastChangeCell, OwnersCell, ReachCell, UsageCell } from './detail-cells.js';
import type { ListSearch } from './list-search.js';
import { SortButton } from './sort-button.js';

/** The columns beside the switches. */
export interface ChosenColumns {
  /** The environments that are shown; undefined for all. */
  environments?: readonly string[];
  heads: (search: ListSearch, onSort: (changes: ListSearch) => void) => ReactNode;
  cells: (feature: FoundFeature, details: FeatureDetails | undefined) => ReactNode;
  /** Whether some of them show details. */
  haveDetails: boolean;
}

/** The columns that a text chooses, or the usual ones of the list of one project or of all. */
export function columnsOf(text: string | undefined, isOfProject: boolean): ChosenColumns {
  const choice = choiceOf(text, isOfProject);
  const { facts, environments } = choice;
  return {
    environments,
    haveDetails: hasDetails(choice),
    heads: (search, onSort) =>
      facts.map((fact) => <Head key={fact} fact={fact} search={search} onSort={onSort} />),
    cells: (feature, details) =>
      facts.map((fact) => (
        <td
          key={fact}
          role="cell"
          className={styles.fact}
          data-fact={fact}
          data-detail={isDetail(fact) || undefined}
          data-number={isNumber(fact)}
        >
          <span className={styles.label} aria-hidden>
            {texts.facts[fact]}
          </span>
          <div className={styles.value}>{CELLS[fact](feature, details)}</div>
        </td>
      )),
  };
}

/** What the service sorts by. */
const ORDERS: Partial<Record<Fact, string>> = {
  type: 'type',
  stage: 'lifecycle',
  state: 'stale',
  createdAt: 'createdAt',
  lastSeenAt: 'lastSeenAt',
};

const isNumber = (fact: Fact): true | undefined => fact === 'evaluations' || undefined;

interface HeadProps {
  fact: Fact;
  search: ListSearch;
  onSort: (changes: ListSearch) => void;
}

function Head({ fact, search, onSort }: HeadProps) {
  const label = texts.facts[fact];
  const order = ORDERS[fact];
  if (order) return <SortButton column={order} label={label} search={search} onSort={onSort} />;
  return (
    <th scope="col" role="columnheader" className={styles.head} data-number={isNumber(fact)}>
      {label}
    </th>
  );
}

type Cell = (feature: FoundFeature, details: FeatureDetails | undefined) => ReactNode;

const CELLS: Record<Fact, Cell> = {
  reach: (feature, details) => details && <ReachCell feature={feature} details={details} />,
  usage: (_, details) => details && <UsageCell hours={details.hours} />,
  lastChange: (_, details) => details && <LastChangeCell change={details.lastChange} />,
  owners: (_, details) => details && <OwnersCell owners={details.owners} />,
  project: ({ project }) => project,
  type: ({ type }) => type,
  stage: ({ lifecycle: { stage } }) => featureTexts.stages[stage] ?? stage,
  state: ({ stale }) =>
    stale ? (
      <Badge size="sm" variant="light" color="orange">
        {featureTexts.stale}
      </Badge>
    ) : (
      texts.active
    ),
  tags: ({ tags = [] }) => tags.map(({ type, value }) => `${type}:${value}`).join(', '),
  description: ({ description }) => description,
  createdBy: ({ createdBy: { name } }) => name,
  createdAt: ({ createdAt }) => <Time at={createdAt} relative />,
  lastSeenAt: ({ lastSeenAt }) => <Time at={lastSeenAt} relative />,
  evaluations: ({ environments }) =>
    number(environments.reduce((total, { yes, no }) => total + yes + no, 0)),
  segments: ({ segments }) => segments.join(', '),
};
