import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { featureListTexts as texts } from '../../../../texts/feature-list.js';
import { featureTexts } from '../../../../texts/features.js';
import { number } from '../../../../texts/format.js';
import { Time } from '../../../../kit/time.js';
import type { FeatureDetails, FoundFeature } from '../feature-queries.js';
import styles from './chosen-columns.module.css';
import { LastChangeCell, OwnersCell, ReachCell, UsageCell } from './detail-cells.js';
import type { ListSearch } from './list-search.js';
import { SortButton } from './sort-button.js';

type Cell = (feature: FoundFeature, details: FeatureDetails | undefined) => ReactNode;

/** What can be shown of features beside their switches; its head is in the texts. */
type Fact = keyof typeof texts.facts;

interface Column {
  cell: Cell;
  /** Whether it needs what is read once the rows are there. */
  isDetail?: true;
  /** What the service sorts by. */
  order?: string;
  isNumber?: true;
}

/** All that can be shown, in this order. */
const COLUMNS: Record<Fact, Column> = {
  reach: {
    cell: (feature, details) => details && <ReachCell feature={feature} details={details} />,
    isDetail: true,
  },
  usage: { cell: (_, details) => details && <UsageCell hours={details.hours} />, isDetail: true },
  lastChange: {
    cell: (_, details) => details && <LastChangeCell change={details.lastChange} />,
    isDetail: true,
  },
  owners: {
    cell: (_, details) => details && <OwnersCell owners={details.owners} />,
    isDetail: true,
  },
  project: { cell: ({ project }) => project },
  type: { cell: ({ type }) => type, order: 'type' },
  stage: {
    cell: ({ lifecycle: { stage } }) => featureTexts.stages[stage] ?? stage,
    order: 'lifecycle',
  },
  state: { cell: ({ stale }) => (stale ? <Stale /> : texts.active), order: 'stale' },
  tags: { cell: ({ tags = [] }) => tags.map(({ type, value }) => `${type}:${value}`).join(', ') },
  description: { cell: ({ description }) => description },
  createdBy: { cell: ({ createdBy: { name } }) => name },
  createdAt: {
    cell: ({ createdAt }) => <Time at={createdAt} relative />,
    order: 'createdAt',
  },
  lastSeenAt: {
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} relative />,
    order: 'lastSeenAt',
  },
  evaluations: {
    cell: ({ environments }) =>
      number(environments.reduce((total, { yes, no }) => total + yes + no, 0)),
    isNumber: true,
  },
  segments: { cell: ({ segments }) => segments.join(', ') },
};
export const FACTS = Object.keys(COLUMNS) as Fact[];

/** What everybody sees who has chosen nothing. */
const USUAL = FACTS.filter((fact) => COLUMNS[fact].isDetail || fact === 'project');

function Stale() {
  return (
    <Badge size="sm" variant="light" color="orange">
      {featureTexts.stale}
    </Badge>
  );
}

export interface Choice {
  facts: readonly Fact[];
  /** The environments that are shown; undefined for all. */
  environments?: readonly string[];
}

const ENVIRONMENT = 'environment:';

/**
 * What a text such as `createdAt,environment:production` chooses; unknown names are left out.
 * Without a text, it is what is usual in the list of one project or of all.
 */
export function choiceOf(text: string | undefined, isOfProject: boolean): Choice {
  if (text === undefined)
    return { facts: isOfProject ? USUAL.filter((fact) => fact !== 'project') : USUAL };
  const names = text.split(',');
  const environments = names
    .filter((name) => name.startsWith(ENVIRONMENT))
    .map((name) => name.slice(ENVIRONMENT.length));
  return {
    facts: FACTS.filter((fact) => names.includes(fact)),
    ...(environments.length > 0 ? { environments } : {}),
  };
}

/** The same as a list of names. Nothing but names of features is a choice, too. */
export function namesOf({ facts, environments = [] }: Choice): string[] {
  const names = [...facts, ...environments.map((name) => ENVIRONMENT + name)];
  return names.length > 0 ? names : ['none'];
}

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
    haveDetails: facts.some((fact) => COLUMNS[fact].isDetail),
    heads: (search, onSort) =>
      facts.map((fact) => <Head key={fact} fact={fact} search={search} onSort={onSort} />),
    cells: (feature, details) =>
      facts.map((fact) => (
        <td
          key={fact}
          role="cell"
          className={styles.fact}
          data-fact={fact}
          data-detail={COLUMNS[fact].isDetail}
          data-number={COLUMNS[fact].isNumber}
        >
          <span className={styles.label} aria-hidden>
            {texts.facts[fact]}
          </span>
          <div className={styles.value}>{COLUMNS[fact].cell(feature, details)}</div>
        </td>
      )),
  };
}

interface HeadProps {
  fact: Fact;
  search: ListSearch;
  onSort: (changes: ListSearch) => void;
}

function Head({ fact, search, onSort }: HeadProps) {
  const label = texts.facts[fact];
  const { order, isNumber } = COLUMNS[fact];
  if (order) return <SortButton column={order} label={label} search={search} onSort={onSort} />;
  return (
    <th scope="col" role="columnheader" className={styles.head} data-number={isNumber}>
      {label}
    </th>
  );
}
