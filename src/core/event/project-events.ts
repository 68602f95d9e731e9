import type {
  Added,
  Bare,
  Changed,
  Entries,
  InEnvironment,
  InProject,
  InProjectEnvironment,
  Kind,
  Removed,
} from './event-kind.js';

/** The default strategy of new features in a project. */
interface DefaultStrategyPayload {
  name: string;
  title?: string | null;
  disabled?: boolean;
  sortOrder?: number;
  segments?: number[];
  constraints?: object[];
  variants?: object[];
  parameters?: Record<string, string>;
}

/** The project that became a favorite. */
interface FavoriteProjectPayload {
  project: string;
}

/** A project. */
interface ProjectPayload {
  id: string;
  name: string;
  description?: string | null;
  mode: string;
  defaultStickiness: string;
  featureLimit: number | null;
}

/** Whether a project requires confirmations in production. */
interface ConfirmationPayload {
  id: string;
  confirmInProduction: string | null;
}

/** A template of a feature or a project; the digest tells when what it makes changes. */
export interface TemplatePayload {
  id: number;
  kind: string;
  name: string;
  description: string | null;
  parameters: object[];
  digest: string;
}

/** What was made from which template. */
interface UsedTemplatePayload {
  id: number;
  name: string;
  kind: string;
  made: string;
}

/** Rules for what is saved. */
interface PolicyPayload {
  enforcement: 'refuse' | 'warn';
  namePattern?: string;
  nameExample?: string;
  requiredTags?: string[];
  ownerRequired?: boolean;
  maxAgeDays?: number;
  forbiddenStrategies?: string[];
  requiredConstraints?: string[];
  requiredApprovals?: number;
}

/** A deleted private project: its history stays private. */
interface PrivateProjectPayload {
  mode: 'private';
}

/** An environment. */
interface EnvironmentPayload {
  name: string;
  type: string;
  enabled: boolean;
  protected: boolean;
  sortOrder: number;
  /** The environment that it was copied from. */
  clonedFrom?: string;
}

/** What a project does about turning off or archiving features that are in use. */
interface GuardPayload {
  id: string;
  guard: string;
}

/** Events about projects, their templates and policies, and environments. */
export type ProjectEvent =
  | Kind<'project-favorited' | 'project-unfavorited', InProject, Added<FavoriteProjectPayload>>
  | Kind<'project-created', InProject, Added<ProjectPayload>>
  | Kind<
      'project-updated',
      InProject,
      Changed<ProjectPayload> | Changed<ConfirmationPayload> | Changed<GuardPayload>
    >
  | Kind<'template-created', unknown, Added<TemplatePayload>>
  | Kind<'template-updated', unknown, Changed<TemplatePayload>>
  | Kind<'template-deleted', unknown, Removed<TemplatePayload>>
  | Kind<'template-used', InProject, Added<UsedTemplatePayload>>
  | Kind<'policy-created', Partial<InProject>, Added<PolicyPayload>>
  | Kind<'policy-updated', Partial<InProject>, Changed<PolicyPayload>>
  | Kind<'policy-deleted', Partial<InProject>, Removed<PolicyPayload>>
  | Kind<'project-archived' | 'project-revived', InProject>
  | Kind<'project-deleted', InProject, Bare | Added<PrivateProjectPayload>>
  | Kind<'project-environment-added', InProjectEnvironment>
  | Kind<
      'project-environment-removed',
      InProjectEnvironment,
      Bare | Removed<{ defaultStrategy: object }>
    >
  | Kind<
      'default-strategy-updated',
      InProjectEnvironment,
      | Added<DefaultStrategyPayload>
      | Changed<DefaultStrategyPayload>
      | Removed<DefaultStrategyPayload>
    >
  | Kind<'environment-created', InEnvironment, Added<EnvironmentPayload>>
  | Kind<'environment-updated', InEnvironment, Changed<EnvironmentPayload>>
  | Kind<'environment-deleted', InEnvironment, Removed<EnvironmentPayload>>;

/** What holds for them. */
export const PROJECT_EVENTS = {
  'project-favorited': ['everyone', 'nothing'],
  'project-unfavorited': ['everyone', 'nothing'],
  'project-created': ['everyone', 'nothing'],
  'project-updated': ['everyone', 'nothing'],
  'template-created': ['everyone', 'nothing', 'Delete the template instead.'],
  'template-updated': ['everyone', 'nothing', 'Change the template again instead.'],
  'template-deleted': ['everyone', 'nothing', 'Make the template again instead.'],
  'template-used': ['everyone', 'nothing', 'Archive what was made instead.'],
  'policy-created': ['everyone', 'nothing', 'Remove the policy instead.'],
  'policy-updated': ['everyone', 'nothing', 'Change the policy again instead.'],
  'policy-deleted': ['everyone', 'nothing', 'Set the policy again instead.'],
  'project-archived': ['everyone', 'nothing'],
  'project-revived': ['everyone', 'nothing'],
  'project-deleted': ['everyone', 'nothing'],
  'project-environment-added': ['everyone', 'project'],
  'project-environment-removed': ['everyone', 'project'],
  'default-strategy-updated': ['everyone', 'nothing'],
  'environment-created': ['everyone', 'nothing'],
  'environment-updated': ['everyone', 'nothing'],
  'environment-deleted': ['everyone', 'environment'],
} as const satisfies Entries<ProjectEvent>;
