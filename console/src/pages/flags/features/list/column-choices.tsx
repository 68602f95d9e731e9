import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { environmentsQuery } from '../../environments/environment-queries.js';
import { productionFirst } from '../../environments/production.js';
import { useSearch } from '../../../../app/router/location.js';
import { type Me, meQuery } from '../../../../app/session/me.js';
import { featureListTexts as texts } from '../../../../texts/feature-list.js';
import { useAction } from '../../../../kit/use-action.js';
import { type Choice, choiceOf, FACTS, namesOf } from './chosen-columns.js';
import styles from './filter-choices.module.css';
import { useChosen } from './use-columns.js';

/** Which columns the list has; the person keeps what is chosen, and the address names it. */
export function ColumnChoices({ project }: { project?: string }) {
  const chosen = useChosen();
  const choose = useChoose();
  const { data = [] } = useQuery(environmentsQuery);
  const choice = choiceOf(chosen, project !== undefined);
  const all = productionFirst(data).map(({ name }) => name);
  const { facts, environments = all } = choice;
  const change = (next: Partial<Choice>): void => choose(namesOf({ ...choice, ...next }));
  const changeEnvironments = (next: readonly string[]): void =>
    change({ environments: next.length === all.length ? undefined : next });
  return (
    <div className={styles.columns}>
      <fieldset className={styles.group}>
        <legend>{texts.columns}</legend>
        {FACTS.map((fact) => (
          <Checkbox
            key={fact}
            label={texts.facts[fact]}
            checked={facts.includes(fact)}
            onChange={() => change({ facts: toggled(facts, fact) })}
          />
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{texts.switches}</legend>
        {all.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={environments.includes(name)}
            // Without any, it would mean all.
            disabled={environments.length === 1 && environments[0] === name}
            onChange={() => changeEnvironments(toggled(environments, name))}
          />
        ))}
      </fieldset>
      <Button variant="default" disabled={chosen === undefined} onClick={() => choose(undefined)}>
        {texts.usual}
      </Button>
    </div>
  );
}

function toggled<Name extends string>(names: readonly Name[], name: Name): Name[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}

/** Chooses columns at once, and keeps them for the person. */
function useChoose(): (columns: string[] | undefined) => void {
  const queries = useQueryClient();
  const [, changeSearch] = useSearch();
  const keep = useAction(
    (columns: string[] | undefined) =>
      bodyOf(api.PUT('/api/admin/user/feature-columns', { body: { columns } })),
    { outdates: [] },
  );
  return (columns) => {
    changeSearch({ columns: columns?.join() });
    const withColumns = (me: Me | undefined) => me && { ...me, featureColumns: columns };
    queries.setQueryData(meQuery.queryKey, withColumns);
    keep.mutate(columns);
  };
}
