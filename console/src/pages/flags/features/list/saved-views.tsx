import { Button, Text } from '@mantine/core';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { Link } from '../../../../app/router/link.js';
import { useSearch } from '../../../../app/router/location.js';
import { featureListTexts as texts } from '../../../../texts/feature-list.js';
import { uiTexts } from '../../../../texts/ui.js';
import { announce } from '../../../../kit/announcements.js';
import { FormDialog, textOf } from '../../../../kit/form-dialog.js';
import { NameField } from '../../../../kit/name-field.js';
import { RowActions } from '../../../../kit/row-actions.js';
import { RowButton } from '../../../../kit/row-button.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { useAction } from '../../../../kit/use-action.js';
import { type RenderDialog, useDialog } from '../../../../kit/use-dialog.js';
import styles from './filter-choices.module.css';
import { useChosen } from './use-columns.js';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';

type View = Schemas['FeatureViewResponse'];

/** The views of the person. */
const viewsQuery = queryOptions({
  queryKey: ['feature-views'],
  queryFn: async ({ signal }): Promise<View[]> =>
    (await bodyOf(api.GET('/api/admin/user/feature-views', { signal }))).views,
});

const saveView = (body: Schemas['FeatureViewDto']): Promise<View> =>
  bodyOf(api.POST('/api/admin/user/feature-views', { body }));

const changeView = (id: number, { name, query }: Schemas['FeatureViewDto']): Promise<View> =>
  bodyOf(
    api.PUT('/api/admin/user/feature-views/{id}', {
      params: { path: { id } },
      body: { name, query },
    }),
  );

const deleteView = (id: number): Promise<void> =>
  bodyOf(api.DELETE('/api/admin/user/feature-views/{id}', { params: { path: { id } } }));

const VIEWS = ['feature-views'];

/** The views that the person has saved, and what saves the present one. */
export function SavedViews({ project }: { project?: string }) {
  const { data, error, refetch } = useQuery(viewsQuery);
  const [dialog, show] = useDialog();
  const query = usePresentQuery(project);
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const current = data.find((view) => view.query === query);
  return (
    <section aria-label={texts.views} className={styles.views}>
      {data.length === 0 && <Text size="sm">{texts.noViews}</Text>}
      <ul className={styles.viewList}>
        {data.map((view) => (
          <SavedView
            key={view.id}
            view={view}
            query={query}
            isCurrent={view === current}
            show={show}
          />
        ))}
      </ul>
      <Button
        variant="default"
        disabled={current !== undefined}
        onClick={() =>
          show((close) => <NameDialog title={texts.save} query={query} onClose={close} />)
        }
      >
        {texts.save}
      </Button>
      {dialog}
    </section>
  );
}

/** What the list shows, as the query of its address. */
function usePresentQuery(project: string | undefined): string {
  const [search] = useSearch();
  const columns = useChosen();
  const query = new URLSearchParams(search);
  query.delete('page');
  if (project) query.set('project', project);
  if (columns !== undefined) query.set('columns', columns);
  query.sort();
  return String(query);
}

interface SavedViewProps {
  view: View;
  /** What the list shows. */
  query: string;
  isCurrent: boolean;
  show: (render: RenderDialog) => void;
}

function SavedView({ view, query, isCurrent, show }: SavedViewProps) {
  const { id, name } = view;
  const update = useAction(() => changeView(id, { name, query }), {
    done: texts.updated(name),
    outdates: VIEWS,
  });
  const restore = useAction(saveView, { outdates: VIEWS });
  const remove = useAction(() => deleteView(id), { outdates: VIEWS });
  const removed = (): void => {
    const run = (): void => restore.mutate({ name, query: view.query });
    announce({ kind: 'done', text: uiTexts.removed(name), action: { label: uiTexts.undo, run } });
  };
  return (
    <li className={styles.view}>
      <Link to={`/features?${view.query}`} aria-current={isCurrent ? 'true' : undefined}>
        {name}
      </Link>
      <RowActions of={name}>
        <RowButton
          aria-label={texts.renameOf(name)}
          onClick={() =>
            show((close) => <NameDialog title={texts.renameOf(name)} view={view} onClose={close} />)
          }
        >
          {texts.rename}
        </RowButton>
        <RowButton disabled={isCurrent} loading={update.isPending} onClick={() => update.mutate()}>
          {texts.update}
        </RowButton>
        <RowButton isDangerous onClick={() => remove.mutate(undefined, { onSuccess: removed })}>
          {uiTexts.remove}
        </RowButton>
      </RowActions>
    </li>
  );
}

interface NameDialogProps {
  title: string;
  /** The view to rename; a new one without it, of `query`. */
  view?: View;
  query?: string;
  onClose: () => void;
}

function NameDialog({ title, view, query = '', onClose }: NameDialogProps) {
  return (
    <FormDialog
      title={title}
      action={uiTexts.save}
      outdates={VIEWS}
      send={(form) => {
        const name = textOf(form, 'name');
        return view ? changeView(view.id, { ...view, name }) : saveView({ name, query });
      }}
      onClose={onClose}
    >
      <NameField defaultValue={view?.name} maxLength={100} />
      {!view && (
        <Text size="sm" c="dimmed">
          {texts.saveHint}
        </Text>
      )}
    </FormDialog>
  );
}
