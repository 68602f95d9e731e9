import { CloseButton, Text, Title } from '@mantine/core';
import { lazy, type ReactNode } from 'react';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import { type Proposal, tellRefusal } from '../../../../governance/change-requests/proposal.js';
import { Link } from '../../../../../app/router/link.js';
import { useLack } from '../../../../../app/session/permissions.js';
import { dependencyTexts as texts } from '../../../../../texts/dependencies.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { useAction } from '../../../../../kit/use-action.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { LazyPart } from '../../../../../kit/lazy-part.js';
import { featurePath } from '../../feature-path.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';
import styles from './dependencies.module.css';

type Dependency = Schemas['DependencyResponse'];

const NEEDS = 'UPDATE_FEATURE_DEPENDENCY';
const DependencyDialog = lazy(async () => ({
  default: (await import('./dependency-dialog.js')).DependencyDialog,
}));

/** What a feature depends on and what depends on it, as a small graph. */
export function DependenciesSection({ feature }: { feature: Feature }) {
  const { project, name, dependencies, children } = feature;
  const [dialog, open] = useDialog();
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.intro}
      </Text>
      <div className={styles.graph} role="group" aria-label={texts.graph}>
        <Column title={texts.parents} none={texts.noParents}>
          {dependencies.map((dependency) => (
            <Parent key={dependency.feature} child={feature} dependency={dependency} />
          ))}
        </Column>
        <Arrow />
        <Column title={texts.self} none="">
          <li className={styles.node} data-self>
            {name}
          </li>
        </Column>
        <Arrow />
        <Column title={texts.children} none={texts.noChildren}>
          {children.map((child) => (
            <li key={child} className={styles.node}>
              <Link to={`${featurePath(project, child)}?section=dependencies`}>{child}</Link>
            </li>
          ))}
        </Column>
      </div>
      {children.length > 0 ? (
        <Text size="sm">{texts.hasChildren}</Text>
      ) : (
        <PermittedButton
          needs={NEEDS}
          place={{ project }}
          variant="default"
          onClick={() =>
            open((close) => (
              <LazyPart>
                <DependencyDialog feature={feature} onClose={close} />
              </LazyPart>
            ))
          }
        >
          {texts.add}
        </PermittedButton>
      )}
      {dialog}
    </>
  );
}

interface ColumnProps {
  title: string;
  none: string;
  children: ReactNode[] | ReactNode;
}

function Column({ title, none, children }: ColumnProps) {
  const isEmpty = Array.isArray(children) && children.length === 0;
  return (
    <section className={styles.column} aria-label={title}>
      <Title order={2} size="h6">
        {title}
      </Title>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <ul className={styles.nodes}>{children}</ul>
      )}
    </section>
  );
}

function Arrow() {
  return (
    <svg className={styles.arrow} viewBox="0 0 24 24" width="24" height="24" aria-hidden>
      <path d="M3 12h16m-6-6 6 6-6 6" />
    </svg>
  );
}

function Parent({ child, dependency }: { child: Feature; dependency: Dependency }) {
  const { project, name } = child;
  const { feature: parent } = dependency;
  const lack = useLack(NEEDS, { project });
  const remove = useAction(
    () =>
      bodyOf(
        api.DELETE('/api/admin/projects/{projectId}/features/{child}/dependencies/{parent}', {
          params: { path: { projectId: project, child: name, parent }, header: ifMatch(child) },
        }),
      ),
    { done: texts.removed(parent), outdates: FEATURE_ROOTS, isFailureShown: true },
  );
  const proposal: Proposal = {
    project,
    changes: [{ action: 'deleteDependency', feature: name }],
  };
  return (
    <li className={styles.node}>
      <div>
        <Link to={`${featurePath(project, parent)}?section=dependencies`}>{parent}</Link>
        <Text size="sm" c="dimmed">
          {conditionOf(dependency)}
        </Text>
      </div>
      {!lack && (
        <CloseButton
          aria-label={texts.remove(parent)}
          disabled={remove.isPending}
          onClick={() =>
            remove.mutate(undefined, { onError: (error) => tellRefusal(error, proposal) })
          }
        />
      )}
    </li>
  );
}

function conditionOf({ enabled, variants = [] }: Dependency): string {
  if (variants.length > 0) return texts.withVariants(variants);
  return enabled === false ? texts.whileOff : texts.whileOn;
}
