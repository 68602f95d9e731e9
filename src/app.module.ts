import { type DynamicModule, Module } from '@nestjs/common';
import { PeopleModule } from './access/people/people.module.js';
import { SignInModule } from './access/sign-in/sign-in.module.js';
import { DirectoryModule } from './access/people/directory/directory.module.js';
import { RolesModule } from './access/roles/roles.module.js';
import { ApiTokenModule } from './access/api-token/api-token.module.js';
import { AuditLogModule } from './audit/audit-log/audit-log.module.js';
import { InstanceSetupModule } from './instance/instance-setup/instance-setup.module.js';
import { AddonModule } from './exchange/integration/addon.module.js';
import { ClientFeaturesModule } from './serving/sdk-api/client-features.module.js';
import type { Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { CONSTRAINTS } from './constraints.js';
import { ENTITIES } from './entities.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { EmbeddedDatabaseModule } from './platform/database/embedded/embedded-database.module.js';
import type { EmbeddedPostgres } from './platform/database/embedded/embedded-postgres.js';
import { EnvironmentModule } from './flags/environment/environment.module.js';
import { RequestModule } from './request/request.module.js';
import { DrillModule } from './instance/drill/drill.module.js';
import { NotificationMailModule } from './instance/notification-mail/notification-mail.module.js';
import { CulpritModule } from './safety/culprit/culprit.module.js';
import { EmergencyLinkModule } from './safety/emergency-link/emergency-link.module.js';
import { EventCoreModule } from './core/event/event-core.module.js';
import { RemovalModule } from './safety/removal/removal.module.js';
import { SafeguardModule } from './safety/safeguard/safeguard.module.js';
import { SignalModule } from './safety/signal/signal.module.js';
import { BannerModule } from './instance/banner/banner.module.js';
import { CodeReferenceModule } from './flags/code-reference/code-reference.module.js';
import { ContextFieldModule } from './flags/context-field/context-field.module.js';
import { FavoriteModule } from './flags/favorite/favorite.module.js';
import { FeatureCountModule } from './flags/feature-count/feature-count.module.js';
import { FeatureModule } from './flags/feature/feature.module.js';
import { FeatureTypeModule } from './flags/feature-type/feature-type.module.js';
import { HistoryModule } from './safety/history/history.module.js';
import { FrontendModule } from './serving/frontend/frontend.module.js';
import { OfrepModule } from './serving/ofrep/ofrep.module.js';
import { InstanceInsightsModule } from './instance/insights/instance-insights.module.js';
import { InstanceAdminModule } from './instance/instance-admin/instance-admin.module.js';
import { SigningModule } from './audit/signing/signing.module.js';
import { SegmentModule } from './flags/segment/segment.module.js';
import { StrategyDefinitionModule } from './flags/strategy-definition/strategy-definition.module.js';
import { PlaygroundModule } from './safety/playground/playground.module.js';
import { ProjectAccessModule } from './flags/project-access/project-access.module.js';
import { ProjectModule } from './flags/project/project.module.js';
import { AgentModule } from './exchange/agent/agent.module.js';
import { AccessRequestModule } from './access/people/access-request/access-request.module.js';
import { AsCodeModule } from './exchange/as-code/as-code.module.js';
import { ThingTemplateModule } from './exchange/template/thing-template.module.js';
import { TransferModule } from './exchange/transfer/transfer.module.js';
import { ProjectContentsModule } from './flags/project-contents/project-contents.module.js';
import { SandboxModule } from './platform/sandbox/sandbox.module.js';
import { MetricsModule } from './serving/metrics/metrics.module.js';
import { TrafficModule } from './serving/traffic/traffic.module.js';
import { OperationsModule } from './instance/operations/operations.module.js';
import { ReleasePlanModule } from './governance/release-plan/release-plan.module.js';
import { ChangeRequestModule } from './governance/change-request/change-request.module.js';
import { PolicyModule } from './governance/policy/policy.module.js';
import { ScheduleModule } from './governance/schedule/schedule.module.js';
import { UndoModule } from './safety/undo/undo.module.js';
import { UiConfigModule } from './instance/ui-config/ui-config.module.js';

/** The modules of all domains. Routes are tried in this order. */
const DOMAINS = [
  // What SDKs and probes request.
  ClientFeaturesModule,
  MetricsModule,
  FrontendModule,
  OfrepModule,
  OperationsModule,
  AuditLogModule,
  PeopleModule,
  SignInModule,
  DirectoryModule,
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
  CodeReferenceModule,
  FavoriteModule,
  SegmentModule,
  BannerModule,
  ContextFieldModule,
  StrategyDefinitionModule,
  FeatureTypeModule,
  SigningModule,
  InstanceAdminModule,
  InstanceInsightsModule,
  EnvironmentModule,
  AddonModule,
  TrafficModule,
  TransferModule,
  AsCodeModule,
  ThingTemplateModule,
  // After the routes of projects, which have fixed segments where it has the id of a project.
  AccessRequestModule,
  AgentModule,
  PlaygroundModule,
  HistoryModule,
  CulpritModule,
  UiConfigModule,
  ReleasePlanModule,
  ChangeRequestModule,
  PolicyModule,
  ScheduleModule,
  EmergencyLinkModule,
  RemovalModule,
  SafeguardModule,
  SignalModule,
  DrillModule,
  NotificationMailModule,
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
