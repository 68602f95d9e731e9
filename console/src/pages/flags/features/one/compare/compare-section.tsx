import { Badge, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EnvironmentName } from '../../../environments/environment-name.js';
import { productionFirst } from '../../../environments/production.js';
import { useSearch } from '../../../../../app/router/location.js';
import { segmentsQuery } from '../../../segments/segment-queries.js';
import { compareTexts as texts } from '../../../../../texts/compare.js';
import { EmptyState } from '../../../../../kit/states.js';
import type { Feature } from '../../feature-queries.js';
import styles from './compare.module.css';
import { type ComparedRow, environmentRows } from './environment-rows.js';

/** Two environments of a feature side by side: state, strategies and variants. */
export function CompareSection({ feature }: { feature: Feature }) {
  const [search, change] = useSearch();
  const { data = [] } = useQuery(segmentsQuery);
  const environments = productionFirst(feature.environments);
  const named = (key: string) => environments.find(({ name }) => name === search.get(key));
  const left = named('left') ?? environments[0];
  const right = named('right') ?? environments.find((one) => one !== left);
  if (!left || !right) return <EmptyState title={texts.alone} />;
  const rows = environmentRows(left, right, new Map(data.map(({ id, name }) => [id, name])));
  const choice = (key: 'left' | 'right', value: string) => (
    <NativeSelect
      label={texts[key]}
      data={environments.map(({ name }) => name)}
      value={value}
      onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
    />
  );
  const count = rows.filter(({ differs }) => differs).length;
  return (
    <>
      <div className={styles.choices}>
        {choice('left', left.name)}
        {choice('right', right.name)}
      </div>
      <p role="status">
        {count === 0 ? texts.same(left.name, right.name) : texts.differences(count)}
      </p>
      <table className={styles.table} aria-label={texts.table(left.name, right.name)}>
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            {[left, right].map((environment, index) => (
              <th key={index} scope="col">
                <EnvironmentName {...environment} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.what} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ row: { what, left, right, differs } }: { row: ComparedRow }) {
  return (
    <tr data-differs={differs || undefined}>
      <th scope="row">
        {what}{' '}
        {differs && (
          <Badge size="sm" variant="light" color="orange">
            {texts.differs}
          </Badge>
        )}
      </th>
      {[left, right].map((lines, side) => (
        <td key={side}>
          {lines.length === 0
            ? texts.none
            : lines.map((line, index) => <div key={index}>{line}</div>)}
        </td>
      ))}
    </tr>
  );
}
