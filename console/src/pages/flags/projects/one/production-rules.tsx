import { NativeSelect, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../api/client.js';
import { ifMatch, type Versioned, versionedBodyOf } from '../../../../api/versioned.js';
import { useLack } from '../../../../app/session/permissions.js';
import { projectSettingsTexts as texts } from '../../../../texts/projects.js';
import { uiTexts } from '../../../../texts/ui.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { useAction } from '../../../../kit/use-action.js';
import styles from './project-frame.module.css';

type Guard = keyof typeof texts.guards;
type Confirmation = keyof typeof texts.confirmations;

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const GUARDS = optionsOf(texts.guards);
const CONFIRMATIONS = optionsOf(texts.confirmations);
const GUARD_PATH = '/api/admin/projects/{projectId}/guard';
const CONFIRMATION_PATH = '/api/admin/projects/{projectId}/confirmation';

/** The guard of a project, and which switches need a confirmation. */
export function ProductionRules({ project }: { project: string }) {
  const params = { path: { projectId: project } };
  const { data, error, refetch } = useQuery({
    queryKey: ['projects', 'one', project, 'rules'],
    queryFn: async ({ signal }) => {
      const [guard, confirmation] = await Promise.all([
        versionedBodyOf(api.GET(GUARD_PATH, { params, signal })),
        versionedBodyOf(api.GET(CONFIRMATION_PATH, { params, signal })),
      ]);
      return { guard, confirmation };
    },
  });
  const lack = useLack('UPDATE_PROJECT', { project });
  const setGuard = useSetGuard(project);
  const setConfirmation = useSetConfirmation(project);
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const { guard, confirmation } = data;
  return (
    <section className={styles.section}>
      <Title order={2} size="h4" mb="sm">
        {texts.production}
      </Title>
      <Choices
        label={texts.guard}
        description={lack ?? texts.guardHint}
        data={GUARDS}
        isDisabled={lack !== undefined || setGuard.isPending}
        value={setGuard.isPending ? setGuard.variables.value : guard.body.guard}
        onChange={(value) => setGuard.mutate({ value: value as Guard, version: guard })}
      />
      <Choices
        label={texts.confirmation}
        description={lack ?? texts.confirmationHint}
        data={CONFIRMATIONS}
        isDisabled={lack !== undefined || setConfirmation.isPending}
        value={
          setConfirmation.isPending
            ? setConfirmation.variables.value
            : confirmation.body.inProduction
        }
        onChange={(value) =>
          setConfirmation.mutate({ value: value as Confirmation, version: confirmation })
        }
      />
    </section>
  );
}

function useSetGuard(project: string) {
  return useAction(
    ({ value, version }: Choice<Guard>) =>
      versionedBodyOf(
        api.PUT(GUARD_PATH, {
          params: { path: { projectId: project }, header: ifMatch(version) },
          body: { guard: value },
        }),
      ),
    { done: uiTexts.done(texts.guard), outdates: ['projects'] },
  );
}

function useSetConfirmation(project: string) {
  return useAction(
    ({ value, version }: Choice<Confirmation>) =>
      versionedBodyOf(
        api.PUT(CONFIRMATION_PATH, {
          params: { path: { projectId: project }, header: ifMatch(version) },
          body: { inProduction: value },
        }),
      ),
    { done: uiTexts.done(texts.confirmation), outdates: ['projects'] },
  );
}

interface Choice<Value> {
  value: Value;
  version: Versioned<unknown>;
}

interface ChoicesProps {
  label: string;
  description: string;
  data: { value: string; label: string }[];
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

function Choices({ isDisabled, onChange, ...field }: ChoicesProps) {
  return (
    <NativeSelect
      {...field}
      mb="sm"
      disabled={isDisabled}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
