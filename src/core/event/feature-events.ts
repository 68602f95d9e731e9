import type {
  Added,
  Bare,
  Changed,
  Closed,
  Entries,
  InFeature,
  InFeatureEnvironment,
  InProject,
  InProjectEnvironment,
  Kind,
  Removed,
} from './event-kind.js';

/** A feature without its environments. */
interface FeaturePayload {
  name: string;
  project: string;
  type: string;
  description: string | null;
  stale: boolean;
  impressionData: boolean;
  createdAt: string;
  lastSeenAt: string | null;
  archivedAt: string | null;
  archived: boolean;
}

/** A plan of files that was carried out in a project. */
interface AppliedCodePayload {
  /** Label of the folder. */
  owner: string;
  /** Hash of the plan. */
  hash: string;
  /** How many features were created; the others likewise. */
  create?: number;
  change?: number;
  adopt?: number;
  delete?: number;
  release?: number;
}

/** A move from another service. */
interface MoveInPayload {
  /** The id of the other instance. */
  source: string;
  /** How many features of the project and environment were moved. */
  count: number;
}

/** The outcome of a completed feature. */
interface CompletionPayload {
  status: string;
  statusValue?: string;
  kept: boolean;
}

/** A parent feature that another depends on. */
export interface DependencyPayload {
  feature: string;
  enabled: boolean;
  variants?: string[];
}

/** Only the parent of a dependency that was removed. */
type RemovedDependencyPayload = Pick<DependencyPayload, 'feature'>;

/** Dependencies of a feature that were removed or replaced. */
interface DependenciesPayload {
  dependencies: DependencyPayload[];
}

/** The variants of a feature in one environment. */
export interface VariantsPayload {
  variants: readonly { name: string }[];
}

/** An activation strategy of a feature in one environment. */
export interface StrategyPayload {
  id: string;
  name: string;
  title: string | null;
  disabled: boolean;
  sortOrder: number;
  segments?: number[];
  constraints: object[];
  variants: object[];
  parameters: Record<string, string>;
  /** Of a strategy that belongs to a milestone of a release plan. */
  milestoneId?: string;
  /** Of a removed strategy, with microseconds, since it orders strategies of equal position. */
  createdAt?: string;
}

/** The strategies of a feature in one environment, in their order. */
interface StrategyOrderPayload {
  strategyIds: string[];
}

/** A tag. */
export interface TagPayload {
  type: string;
  value: string;
}

/** A link of a feature to a page elsewhere. */
export interface FeatureLinkPayload {
  id: string;
  url: string;
  title: string | null;
}

/** What payloads of a feature have to be. */
export interface PayloadSchemaPayload {
  schema: object;
  enforcement: 'refuse' | 'warn';
}

/** What a scan of a repository has changed. */
interface CodeReferencesPayload extends CodeRepositoryPayload {
  /** Absent in events of earlier versions, as is whether the scan was complete. */
  urlTemplate?: string | null;
  complete?: boolean;
  referenceCount: number;
  added: number;
  removed: number;
}

/** What a certificate states: what everybody always got. */
interface RemovalCertificatePayload {
  state: 'on' | 'off';
  variant: string | null;
  since: string;
  evaluations: number;
  validUntil: string;
}

/** A repository that was scanned for names of features. */
interface CodeRepositoryPayload {
  repository: string;
  revision: string | null;
}

/** The query of an export, and its actor. */
interface ExportPayload {
  environment: string;
  features: string[] | undefined;
  tag: string | undefined;
  project: string | undefined;
  auditUser: { id: number; username: string };
}

/** The feature that became a favorite. */
interface FavoriteFeaturePayload {
  feature: string;
}

/** The projects between which a feature was moved. */
export interface ProjectChangePayload {
  oldProject: string;
  newProject: string;
}

/** Why features were turned off or archived in any case. */
export interface ForcedPayload {
  reason: string;
}

/** Events about features and what belongs to them. */
export type FeatureEvent =
  | Kind<'feature-created', InFeature, Added<FeaturePayload>>
  | Kind<'feature-metadata-updated', InFeature, Changed<FeaturePayload>>
  | Kind<
      | 'feature-revived'
      | 'feature-stale-on'
      | 'feature-stale-off'
      | 'feature-potentially-stale-on'
      | 'feature-uncompleted',
      InFeature
    >
  | Kind<'feature-archived', InFeature, Bare | Added<ForcedPayload>>
  | Kind<'feature-completed', InFeature, Added<CompletionPayload>>
  | Kind<'feature-deleted', InFeature, Removed<FeaturePayload>>
  | Kind<
      'feature-dependency-added',
      InFeature,
      { data: Closed<DependencyPayload>; preData?: Closed<DependenciesPayload> }
    >
  | Kind<
      'feature-dependency-removed',
      InFeature,
      {
        data: Closed<RemovedDependencyPayload>;
        preData: Closed<DependencyPayload>;
      }
    >
  | Kind<'feature-dependencies-removed', InFeature, Removed<DependenciesPayload>>
  | Kind<'feature-environment-enabled', InFeatureEnvironment>
  | Kind<'feature-environment-disabled', InFeatureEnvironment, Bare | Added<ForcedPayload>>
  | Kind<'feature-environment-variants-updated', InFeatureEnvironment, Changed<VariantsPayload>>
  | Kind<'feature-strategy-add', InFeatureEnvironment, Added<StrategyPayload>>
  | Kind<'feature-strategy-update', InFeatureEnvironment, Changed<StrategyPayload>>
  | Kind<'feature-strategy-remove', InFeatureEnvironment, Removed<StrategyPayload>>
  | Kind<'strategy-order-changed', InFeatureEnvironment, Changed<StrategyOrderPayload>>
  | Kind<'feature-project-change', InFeature, Added<ProjectChangePayload>>
  | Kind<'feature-tagged', InFeature, Added<TagPayload>>
  | Kind<'feature-untagged', InFeature, Removed<TagPayload>>
  | Kind<'feature-link-added', InFeature, Added<FeatureLinkPayload>>
  | Kind<'feature-link-updated', InFeature, Changed<FeatureLinkPayload>>
  | Kind<'feature-link-removed', InFeature, Removed<FeatureLinkPayload>>
  | Kind<'feature-payload-schema-added', InFeature, Added<PayloadSchemaPayload>>
  | Kind<'feature-payload-schema-updated', InFeature, Changed<PayloadSchemaPayload>>
  | Kind<'feature-payload-schema-removed', InFeature, Removed<PayloadSchemaPayload>>
  | Kind<'removal-certificate-issued', InFeatureEnvironment, Added<RemovalCertificatePayload>>
  | Kind<'code-references-updated', InProject, Added<CodeReferencesPayload>>
  | Kind<'code-references-removed', InProject, Removed<CodeRepositoryPayload>>
  | Kind<'features-exported', Partial<InProject>, Added<ExportPayload>>
  | Kind<'features-imported', InProjectEnvironment>
  | Kind<'code-applied', Partial<InProject>, Added<AppliedCodePayload>>
  | Kind<'features-moved-in', InProjectEnvironment, Added<MoveInPayload>>
  | Kind<
      'feature-favorited' | 'feature-unfavorited',
      Pick<InFeature, 'featureName'>,
      Added<FavoriteFeaturePayload>
    >;

/** What holds for them. */
export const FEATURE_EVENTS = {
  'feature-created': ['everyone', 'feature'],
  'feature-metadata-updated': ['everyone', 'feature'],
  'feature-archived': ['everyone', 'feature'],
  'feature-revived': ['everyone', 'feature'],
  'feature-stale-on': ['everyone', 'feature'],
  'feature-stale-off': ['everyone', 'feature'],
  'feature-potentially-stale-on': ['everyone', 'nothing'],
  'feature-completed': ['everyone', 'nothing'],
  'feature-uncompleted': ['everyone', 'nothing'],
  'feature-deleted': ['everyone', 'feature'],
  'feature-dependency-added': ['everyone', 'feature'],
  'feature-dependency-removed': ['everyone', 'feature'],
  'feature-dependencies-removed': ['everyone', 'feature'],
  'feature-environment-enabled': ['everyone', 'feature'],
  'feature-environment-disabled': ['everyone', 'feature'],
  'feature-environment-variants-updated': ['everyone', 'feature'],
  'feature-strategy-add': ['everyone', 'feature'],
  'feature-strategy-update': ['everyone', 'feature'],
  'feature-strategy-remove': ['everyone', 'feature'],
  'strategy-order-changed': ['everyone', 'feature'],
  'feature-tagged': ['everyone', 'feature'],
  'feature-untagged': ['everyone', 'feature'],
  'feature-link-added': ['everyone', 'nothing'],
  'feature-link-updated': ['everyone', 'nothing'],
  'feature-link-removed': ['everyone', 'nothing'],
  'feature-payload-schema-added': ['everyone', 'nothing'],
  'feature-payload-schema-updated': ['everyone', 'nothing'],
  'feature-payload-schema-removed': ['everyone', 'nothing'],
  'removal-certificate-issued': ['everyone', 'nothing'],
  'code-references-updated': ['everyone', 'nothing', 'Scan the repository again instead.'],
  'code-references-removed': ['everyone', 'nothing', 'Scan the repository again instead.'],
  'features-exported': ['everyone', 'nothing'],
  'features-imported': ['everyone', 'nothing'],
  'code-applied': ['everyone', 'nothing'],
  'features-moved-in': ['everyone', 'project'],
  'feature-favorited': ['everyone', 'nothing'],
  'feature-unfavorited': ['everyone', 'nothing'],
  'feature-project-change': ['everyone', 'feature'],
} as const satisfies Entries<FeatureEvent>;
