import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PageProps } from '../../../app/router/route.js';
import { useLack } from '../../../app/session/permissions.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { Page } from '../../../kit/page.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { useAction } from '../../../kit/use-action.js';
import { policyTexts as texts } from '../../../texts/policies.js';
import { uiTexts } from '../../../texts/ui.js';
import type { PROJECT_POLICY_PATH } from '../../flags/projects/project-path.js';
import { Link } from '../../../app/router/link.js';
import { TwoLines } from '../../../kit/two-lines.js';
import { featurePath } from '../../flags/features/feature-path.js';
import { ProjectFrame } from '../../flags/projects/one/project-frame.js';
import { PolicyFields, policyIn } from './policy-form.js';
import {
  checkPolicy,
  type Policy,
  type PolicyCheck,
  policyQuery,
  removePolicy,
  savePolicy,
} from './policy-queries.js';

const OUTDATES = ['policies'];

/** The policy of the instance. */
export function InstancePolicyPage() {
  return (
    <Page title={texts.ofInstance} intro={texts.intro}>
      <PolicyEditor needs="ADMIN" />
    </Page>
  );
}

/** The policy of a project. */
export function ProjectPolicyPage({ params: { project } }: PageProps<typeof PROJECT_POLICY_PATH>) {
  return (
    <ProjectFrame project={project} intro={texts.intro}>
      {() => <PolicyEditor project={project} needs="UPDATE_PROJECT" />}
    </ProjectFrame>
  );
}

interface EditorProps {
  project?: string;
  needs: string;
}

function PolicyEditor({ project, needs }: EditorProps) {
  const { data, error, refetch } = useQuery(policyQuery(project));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const { policy, ofInstance } = data;
  return (
    <>
      {project !== undefined && ofInstance && <Alert mb="md">{texts.alsoInstance}</Alert>}
      <PolicyForm key={JSON.stringify(policy)} project={project} needs={needs} policy={policy} />
    </>
  );
}

function PolicyForm({ project, needs, policy }: EditorProps & { policy: Policy | null }) {
  const place = project === undefined ? {} : { project };
  const lack = useLack(needs, place);
  const [found, setFound] = useState<PolicyCheck>();
  const save = useAction((body: Policy) => savePolicy(project, body), {
    done: texts.saved,
    outdates: OUTDATES,
  });
  const remove = useAction(() => removePolicy(project), {
    done: texts.removed,
    outdates: OUTDATES,
  });
  const check = useAction((body: Policy) => checkPolicy(project, body), { outdates: [] });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(policyIn(new FormData(event.currentTarget)));
  };
  return (
    <>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={640}>
          <PolicyFields policy={policy ?? {}} />
          {lack !== undefined && <Text c="dimmed">{lack}</Text>}
          <Group>
            <PermittedButton type="submit" needs={needs} place={place} loading={save.isPending}>
              {uiTexts.save}
            </PermittedButton>
            <Button
              variant="default"
              disabled={lack !== undefined}
              loading={check.isPending}
              onClick={({ currentTarget: { form } }) =>
                check.mutate(policyIn(new FormData(form!)), { onSuccess: setFound })
              }
            >
              {texts.check}
            </Button>
            {policy && (
              <PermittedButton
                variant="default"
                needs={needs}
                place={place}
                loading={remove.isPending}
                onClick={() => remove.mutate()}
              >
                {texts.remove}
              </PermittedButton>
            )}
          </Group>
        </Stack>
      </form>
      {found && <Found found={found} />}
    </>
  );
}

type Violation = PolicyCheck['violations'][number];

const COLUMNS: readonly Column<Violation>[] = [
  { head: texts.what, cell: ({ message }) => message },
  { head: texts.rule, cell: ({ rule }) => texts[rule] },
  {
    head: texts.project,
    cell: ({ project, feature }) =>
      feature === null ? (
        project
      ) : (
        <TwoLines below={project}>
          <Link to={featurePath(project, feature)}>{feature}</Link>
        </TwoLines>
      ),
  },
];

function Found({ found: { features, counts, violations } }: { found: PolicyCheck }) {
  const total = Object.values(counts as Record<string, number>).reduce(
    (sum, count) => sum + count,
    0,
  );
  const section = useRef<HTMLElement>(null);
  // On a phone it would be below what is seen.
  useEffect(() => {
    section.current?.scrollIntoView?.({ block: 'nearest' });
  }, [violations]);
  return (
    <section aria-label={texts.found} ref={section}>
      <Title order={2} size="h4" mt="lg" mb="xs">
        {texts.found}
      </Title>
      <Text mb="sm" role="status">
        {texts.counted(features, total)}
      </Text>
      <Listing
        label={texts.found}
        items={violations}
        columns={COLUMNS}
        keyOf={(one) => JSON.stringify(one)}
        searched={({ message, project }) => `${message} ${project}`}
        empty={<EmptyState title={texts.nothing}>{texts.nothingHint}</EmptyState>}
      />
    </section>
  );
}
