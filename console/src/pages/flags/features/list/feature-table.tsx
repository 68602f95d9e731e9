import { Badge } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useDeferredValue } from 'react';
import { EnvironmentName } from '../../environments/environment-name.js';
import { isProduction } from '../../environments/production.js';
import { Link } from '../../../../app/router/link.js';
import { FeatureSwitch } from '../../switch/feature-switch.js';
import { featureTexts } from '../../../../texts/features.js';
import type { FeatureDetails, FoundFeature } from '../feature-queries.js';
import { featurePath } from '../feature-path.js';
import { FavoriteButton } from '../favorite-button.js';
import type { ChosenColumns } from './chosen-columns.js';
import { environmentColumns } from './environment-columns.js';
import styles from './features.module.css';
import type { ListSearch } from './list-search.js';
import type { onRowKey } from './row-keys.js';
import { keyOf, withSelected } from './selection.js';
import { SortButton } from './sort-button.js';

interface FeatureTableProps {
  features: readonly FoundFeature[];
  search: ListSearch;
  /** The columns beside the switches, once they are loaded. */
  columns: ChosenColumns | undefined;
  /** What some of them show, once it is read. */
  details: ReadonlyMap<string, FeatureDetails> | undefined;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onSort: (changes: ListSearch) => void;
}

/** More rows than a screen shows at first. */
const FIRST_ROWS = 15;

/** What keys do is not part of the first load. */
function onKey(event: KeyboardEvent<Element>, rows: Parameters<typeof onRowKey>[2]): void {
  const { key, currentTarget: table, ctrlKey, metaKey, altKey } = event;
  if (!/^[jkxe]$/.test(key) || ctrlKey || metaKey || altKey) return;
  void import('./row-keys.js').then((keys) => keys.onRowKey(key, table, rows));
}

/** Features with a column of switches for each environment. Narrow screens show them as cards. */
export function FeatureTable(props: FeatureTableProps) {
  const { features, search, columns: chosen, details, selected, onSelect, onSort } = props;
  // Archived features cannot be switched.
  const columns = search.archived ? [] : environmentColumns(features, chosen?.environments);
  // The switches on the screen can be used before the rows below it are rendered.
  const shown = useDeferredValue(true, false) ? features : features.slice(0, FIRST_ROWS);
  const select = (some: readonly FoundFeature[], isSelected: boolean): void =>
    onSelect(withSelected(selected, some, isSelected));
  return (
    <div className={styles.scroll}>
      <table
        className={styles.table}
        aria-label={featureTexts.list}
        role="table"
        title={featureTexts.keys}
        onKeyDown={(event) => onKey(event, { features, selected, select })}
      >
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" className={styles.select}>
              <input
                type="checkbox"
                aria-label={featureTexts.selectAll}
                checked={features.every((feature) => selected.has(keyOf(feature)))}
                onChange={({ currentTarget: { checked } }) => select(features, checked)}
              />
            </td>
            <SortButton column="name" label={featureTexts.name} search={search} onSort={onSort} />
            {columns.map(({ name, type }) => (
              <SortButton
                key={name}
                column={`environment:${name}`}
                label={name}
                search={search}
                onSort={onSort}
              >
                <EnvironmentName name={name} type={type} />
              </SortButton>
            ))}
            {chosen ? chosen.heads(search, onSort) : <td role="cell" className={styles.pending} />}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((feature) => (
            <Row
              key={keyOf(feature)}
              feature={feature}
              columns={columns}
              facts={chosen?.cells(feature, details?.get(feature.name))}
              isSelected={selected.has(keyOf(feature))}
              onSelect={(isSelected) => select([feature], isSelected)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  feature: FoundFeature;
  columns: ReturnType<typeof environmentColumns>;
  /** Its last cells. */
  facts: ReactNode;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

function Row({ feature, columns, facts, isSelected, onSelect }: RowProps) {
  const { name, project, environments, stale, managedBy } = feature;
  return (
    <tr role="row" className={styles.row}>
      <td role="cell" className={styles.select}>
        <input
          type="checkbox"
          aria-label={featureTexts.select(name)}
          checked={isSelected}
          onChange={({ currentTarget: { checked } }) => onSelect(checked)}
        />
      </td>
      <th scope="row" role="rowheader" className={styles.feature}>
        <div className={styles.featureHead}>
          <FavoriteButton feature={feature} />
          <div className={styles.about}>
            <Link to={featurePath(project, name)} className={styles.name}>
              {name}
            </Link>
            {stale && (
              <Badge size="sm" variant="light" color="orange" className={styles.stale}>
                {featureTexts.stale}
              </Badge>
            )}
            {managedBy !== undefined && <AsCode folder={managedBy} />}
          </div>
        </div>
      </th>
      {columns.map((column) => {
        const environment = environments.find((one) => one.name === column.name);
        return (
          <td
            key={column.name}
            role="cell"
            className={styles.cell}
            data-none={!environment || undefined}
            data-production={isProduction(column) || undefined}
          >
            {environment && (
              <>
                <span className={styles.environment} aria-hidden>
                  <EnvironmentName {...environment} />
                </span>
                <FeatureSwitch project={project} feature={name} environment={environment} />
              </>
            )}
          </td>
        );
      })}
      {facts ?? <td role="cell" className={styles.pending} />}
    </tr>
  );
}

/** Says that a feature is described by files. */
function AsCode({ folder }: { folder: string }) {
  return (
    <Badge
      size="sm"
      variant="light"
      tt="none"
      className={styles.stale}
      title={featureTexts.managedBy(folder)}
    >
      {featureTexts.asCode}
    </Badge>
  );
}
