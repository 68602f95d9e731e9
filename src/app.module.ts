import { type DynamicModule, Module } from '@nestjs/common';
import { PeopleModule } from './people/people.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { RolesModule } from './roles/roles.module.js';
import { ApiTokenModule } from './api-token/api-token.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { InstanceSetupModule } from './instance-setup/instance-setup.module.js';
import { AddonModule } from './integration/addon.module.js';
import { ClientFeaturesModule } from './sdk-api/client-features.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { CONSTRAINTS } from './constraints.js';
import { ENTITIES } from './entities.js';
import { DatabaseModule } from './database/database.module.js';
import { EmbeddedDatabaseModule } from './database/embedded/embedded-database.module.js';
import type { EmbeddedPostgres } from './database/embedded/embedded-postgres.js';
import { EnvironmentModule } from './environment/environment.module.js';
import { RequestModule } from './request/request.module.js';
import { DrillModule } from './drill/drill.module.js';
import { CulpritModule } from './culprit/culprit.module.js';
import { EmergencyLinkModule } from './emergency-link/emergency-link.module.js';
import { EventCoreModule } from './event/event-core.module.js';
import { SafeguardModule } from './safeguard/safeguard.module.js';
import { SignalModule } from './signal/signal.module.js';
import { BannerModule } from './banner/banner.module.js';
import { ContextFieldModule } from './context-field/context-field.module.js';
import { FavoriteModule } from './favorite/favorite.module.js';
import { ArchiveModule } from './feature/archive/archive.module.js';
import { CloneModule } from './feature/clone/clone.module.js';
import { DependencyModule } from './feature/dependency/dependency.module.js';
import { FeatureCountModule } from './feature-count/feature-count.module.js';
import { FeatureModule } from './feature/feature.module.js';
import { LifecycleModule } from './feature/lifecycle/lifecycle.module.js';
import { StaleModule } from './feature/stale/stale.module.js';
import { FeatureTypeModule } from './feature-type/feature-type.module.js';
import { HistoryModule } from './history/history.module.js';
import { FrontendModule } from './frontend/frontend.module.js';
import { OfrepModule } from './ofrep/ofrep.module.js';
import { InstanceAdminModule } from './instance-admin/instance-admin.module.js';
import { SigningModule } from './signing/signing.module.js';
import { SegmentModule } from './segment/segment.module.js';
import { StrategyDefinitionModule } from './strategy-definition/strategy-definition.module.js';
import { PlaygroundModule } from './playground/playground.module.js';
import { ProjectAccessModule } from './project-access/project-access.module.js';
import { ProjectModule } from './project/project.module.js';
import { TransferModule } from './transfer/transfer.module.js';
import { ProjectContentsModule } from './project-contents/project-contents.module.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { ReleasePlanModule } from './release-plan/release-plan.module.js';
import { ChangeRequestModule } from './change-request/change-request.module.js';
import { ScheduleModule } from './schedule/schedule.module.js';
import { UndoModule } from './undo/undo.module.js';
import { UiConfigModule } from './ui-config/ui-config.module.js';

/** The modules of all domains. Routes are tried in this order. */
const DOMAINS = [
  // First, because it is requested most often.
  ClientFeaturesModule,
  AuditLogModule,
  PeopleModule,
  SignInModule,
  InstanceSetupModule,
  // Before roles and tokens, because of /projects/archive/{id} and /projects/revive/{id}.
  ProjectModule,
  ProjectAccessModule,
  RolesModule,
  ApiTokenModule,
  // Before features, because it handles /projects/archive/features, where `archive` is not a
  // project.
  ProjectContentsModule,
  FeatureCountModule,
  FeatureModule,
  ArchiveModule,
  CloneModule,
  DependencyModule,
  FavoriteModule,
  LifecycleModule,
  StaleModule,
  SegmentModule,
  BannerModule,
  ContextFieldModule,
  StrategyDefinitionModule,
  FeatureTypeModule,
  SigningModule,
  InstanceAdminModule,
  EnvironmentModule,
  AddonModule,
  FrontendModule,
  OfrepModule,
  MetricsModule,
  TransferModule,
  PlaygroundModule,
  HistoryModule,
  CulpritModule,
  OperationsModule,
  UiConfigModule,
  ReleasePlanModule,
  ChangeRequestModule,
  ScheduleModule,
  EmergencyLinkModule,
  SafeguardModule,
  SignalModule,
  DrillModule,
  UndoModule,
];

/** Composes the modules of all domains. */
@Module({})
export class AppModule {
  static with(config: Config, embedded?: EmbeddedPostgres): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        SandboxModule,
        DatabaseModule.with(ENTITIES, CONSTRAINTS),
        EmbeddedDatabaseModule.with(embedded),
        EventCoreModule,
        ...DOMAINS,
        RequestModule,
      ],
    };
  }
}
