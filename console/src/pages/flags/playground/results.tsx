import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Schemas } from '../../../api/client.js';
import { featurePath } from '../features/feature-path.js';
import { Link } from '../../../app/router/link.js';
import { type Column, DataTable } from '../../../kit/tables/data-table.js';
import { playgroundTexts as texts } from '../../../texts/playground.js';
import { Pagination } from '../../../kit/pagination.js';
import { EmptyState } from '../../../kit/states.js';
import { Explanation } from './explanation.js';
import styles from './playground.module.css';
import type { Result } from './reasons.js';

type Feature = Schemas['AdvancedPlaygroundFeatureResponse'];
const PAGE_SIZE = 50;

interface ResultsProps {
  features: readonly Feature[];
  environments: readonly string[];
  /** Letters in the names of the features to show first. */
  named: string;
}

/** A page of the results, with a column for each environment. */
export function Results({ features, environments, named }: ResultsProps) {
  const [filter, setFilter] = useState(named);
  const [wanted, setPage] = useState(1);
  const [open, setOpen] = useState<string>();
  const found = useMemo(() => {
    const letters = filter.trim().toLowerCase();
    return features.filter(({ name }) => name.toLowerCase().includes(letters));
  }, [features, filter]);
  const page = Math.min(wanted, Math.max(1, Math.ceil(found.length / PAGE_SIZE)));
  const columns = columnsOf(environments, open, setOpen);
  return (
    <>
      <TextInput
        className={styles.filter}
        type="search"
        label={texts.filter}
        value={filter}
        onChange={({ currentTarget: { value } }) => setFilter(value)}
      />
      {found.length === 0 ? (
        <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>
      ) : (
        <DataTable
          label={texts.results}
          columns={columns}
          rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          keyOf={({ name }) => name}
          detail={(feature) =>
            feature.name === open ? (
              <Explanation feature={feature} environments={environments} />
            ) : undefined
          }
        />
      )}
      <Pagination total={found.length} size={PAGE_SIZE} page={page} onChange={setPage} />
    </>
  );
}

function columnsOf(
  environments: readonly string[],
  open: string | undefined,
  setOpen: (feature: string | undefined) => void,
): Column<Feature>[] {
  return [
    {
      head: texts.feature,
      isHead: true,
      cell: ({ name, projectId }) => (
        <>
          <Link to={featurePath(projectId, name)} className={styles.link}>
            {name}
          </Link>
          <div className={styles.project}>{projectId}</div>
        </>
      ),
    },
    ...environments.map((environment) => ({
      head: environment,
      cell: (feature: Feature) => <Verdict results={feature.environments[environment] ?? []} />,
    })),
    {
      head: texts.why,
      cell: ({ name }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={open === name}
          aria-label={open === name ? texts.hideDetails(name) : texts.details(name)}
          onClick={() => setOpen(open === name ? undefined : name)}
        >
          {open === name ? texts.hide : texts.why}
        </Button>
      ),
    },
  ];
}

function Verdict({ results }: { results: readonly Result[] }) {
  const on = results.filter(({ isEnabled }) => isEnabled);
  if (results.length === 0) return <>{texts.absent}</>;
  const variants = [...new Set(on.filter(({ variant }) => variant.enabled).map(nameOfVariant))];
  const text =
    on.length === results.length
      ? texts.on
      : on.length === 0
        ? texts.off
        : texts.mixed(on.length, results.length);
  return (
    <>
      <b className={on.length > 0 ? styles.on : undefined}>{text}</b>
      {variants.length === 1 && (
        <div className={styles.project}>{texts.variantShort(variants[0]!)}</div>
      )}
    </>
  );
}

const nameOfVariant = ({ variant: { name } }: Result): string => name;
