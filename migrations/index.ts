import { People1763600000000 } from './1763600000000-people.js';
import { ProjectsAndFeatures1763600001000 } from './1763600001000-projects-and-features.js';
import { Strategies1763600002000 } from './1763600002000-strategies.js';
import { Events1763600003000 } from './1763600003000-events.js';
import { Usage1763600004000 } from './1763600004000-usage.js';
import { BuiltInRows1763600005000 } from './1763600005000-built-in-rows.js';
import { StrategyLimit1763601000000 } from './1763601000000-strategy-limit.js';
import { ProjectsAsTheyChange1763603000000 } from './1763603000000-projects-as-they-change.js';
import { OutlivedFeatures1763607000000 } from './1763607000000-outlived-features.js';
import { FeatureSearch1763608000000 } from './1763608000000-feature-search.js';
import { Addons1763610000000 } from './1763610000000-addons.js';
import { Applications1763611000000 } from './1763611000000-applications.js';
import { UsageByDay1763612000000 } from './1763612000000-usage-by-day.js';
import { WaysIn1763613000000 } from './1763613000000-ways-in.js';
import { RolesAndGroups1763614000000 } from './1763614000000-roles-and-groups.js';
import { SingleSignOn1763615000000 } from './1763615000000-single-sign-on.js';
import { WhoGotIn1763617000000 } from './1763617000000-who-got-in.js';
import { InviteLinksHashed1763617001000 } from './1763617001000-invite-links-hashed.js';
import { SdkConnections1763621000000 } from './1763621000000-sdk-connections.js';
import { PlacesInGroups1763622000000 } from './1763622000000-places-in-groups.js';
import { SdkConnectionsFiltered1763622000020 } from './1763622000020-sdk-connections-filtered.js';
import { VouchedUsers1763623000000 } from './1763623000000-vouched-users.js';
import { StandardStrategyTold1763624000010 } from './1763624000010-standard-strategy-told.js';
import { SecondFactors1764400000000 } from './1764400000000-second-factors.js';
import { UserIdentities1764500000000 } from './1764500000000-user-identities.js';
import { InventedApplications1764500001000 } from './1764500001000-invented-applications.js';
import { PersonalTokenScopes1764600000000 } from './1764600000000-personal-token-scopes.js';
import { ActingToken1764700000000 } from './1764700000000-acting-token.js';
import { TagsOfProjects1764700000010 } from './1764700000010-tags-of-projects.js';
import { DeniedRequests1764700000020 } from './1764700000020-denied-requests.js';
import { RestoredDatabases1764800000000 } from './1764800000000-restored-databases.js';
import { NameIdFormats1764900000000 } from './1764900000000-name-id-formats.js';
import { AddonsCreatedAt1764900100000 } from './1764900100000-addons-created-at.js';
import { ContextFieldDescriptions1764900100010 } from './1764900100010-context-field-descriptions.js';
import { ReadableTokenSecrets1764900100020 } from './1764900100020-readable-token-secrets.js';
import { ProjectEventTallies1765000000000 } from './1765000000000-project-event-tallies.js';
import { SegmentsOfFeatures1765000001000 } from './1765000001000-segments-of-features.js';
import { SegmentsOfAllFeatures1765000001010 } from './1765000001010-segments-of-all-features.js';
import { ContextFieldsOfFeatures1765000001020 } from './1765000001020-context-fields-of-features.js';
import { IndexesOfLists1765000001030 } from './1765000001030-indexes-of-lists.js';
import { IdempotencyRecords1765200000000 } from './1765200000000-idempotency-records.js';
import { EventMonths1765000002000 } from './1765000002000-event-months.js';
import { EventRetention1765000002010 } from './1765000002010-event-retention.js';
import { RestoredCounts1765000002020 } from './1765000002020-restored-counts.js';
import { SigningKeys1765210000000 } from './1765210000000-signing-keys.js';
import { EventSeals1765210001000 } from './1765210001000-event-seals.js';
import { ChangeGuard1765300000000 } from './1765300000000-change-guard.js';
import { SdkInstances1765300001000 } from './1765300001000-sdk-instances.js';
import { UndoneEvents1765400000000 } from './1765400000000-undone-events.js';
import { RemovedParts1765500000000 } from './1765500000000-removed-parts.js';
import { BoundedEventTally1765600000000 } from './1765600000000-bounded-event-tally.js';
import { StoredStrategies1765700000000 } from './1765700000000-stored-strategies.js';
import { FeatureCounts1765800000000 } from './1765800000000-feature-counts.js';
import { UnknownFeatures1765800001000 } from './1765800001000-unknown-features.js';
import { IndexOfDeletedUsers1765800002000 } from './1765800002000-index-of-deleted-users.js';
import { QuickRemovals1765900000000 } from './1765900000000-quick-removals.js';
import { ChangeRequests1766100000000 } from './1766100000000-change-requests.js';
import { FeatureLinks1766200000000 } from './1766200000000-feature-links.js';
import { Schedules1766300000000 } from './1766300000000-schedules.js';
import { ScheduledChangeRequests1766310000000 } from './1766310000000-scheduled-change-requests.js';
import { ReleasePlans1766400000000 } from './1766400000000-release-plans.js';
import { ReleasePlanBaselines1766410000000 } from './1766410000000-release-plan-baselines.js';
import { ReleasePlanSamples1766420000000 } from './1766420000000-release-plan-samples.js';
import { ContextFieldsOfProjects1766500000000 } from './1766500000000-context-fields-of-projects.js';
import { Edges1766510000000 } from './1766510000000-edges.js';
import { Banners1766520000000 } from './1766520000000-banners.js';
import { ChangedSegments1766800000000 } from './1766800000000-changed-segments.js';
import { MoveIn1767300000000 } from './1767300000000-move-in.js';
import { OldestVersion1767310000000 } from './1767310000000-oldest-version.js';
import { SearchIndexOfExpressions1767400000000 } from './1767400000000-search-index-of-expressions.js';
import { IndexOfPlannedChanges1767401000000 } from './1767401000000-index-of-planned-changes.js';
import { SizeOfChangeRequests1767600000000 } from './1767600000000-size-of-change-requests.js';
import { IndexOfGuardedPlans1767700000000 } from './1767700000000-index-of-guarded-plans.js';
import { DeletedProjects1767800000000 } from './1767800000000-deleted-projects.js';
import { SignInNames1767900000000 } from './1767900000000-sign-in-names.js';
import { ClosedEventIds1768000000000 } from './1768000000000-closed-event-ids.js';
import { EmergencyLinks1768100000000 } from './1768100000000-emergency-links.js';
import { Drill1768200000000 } from './1768200000000-drill.js';
import { FeatureSafeguards1768210000000 } from './1768210000000-feature-safeguards.js';
import { Signals1768300000000 } from './1768300000000-signals.js';
import { FederatedCredentials1768400000000 } from './1768400000000-federated-credentials.js';
import { AuditWitnesses1768500000000 } from './1768500000000-audit-witnesses.js';
import { SafeguardProblems1768600000000 } from './1768600000000-safeguard-problems.js';
import { SignalTags1768610000000 } from './1768610000000-signal-tags.js';
import { FeatureViews1768620000000 } from './1768620000000-feature-views.js';
import { DigestsOfPlannedChanges1768700000000 } from './1768700000000-digests-of-planned-changes.js';
import { LateServing1768710000000 } from './1768710000000-late-serving.js';
import { Directory1768800000000 } from './1768800000000-directory.js';
import { AddressesOfTokens1768810000000 } from './1768810000000-addresses-of-tokens.js';
import { NotificationSettings1768820000000 } from './1768820000000-notification-settings.js';
import { ManagedThings1768830000000 } from './1768830000000-managed-things.js';
import { PayloadSchemas1768840000000 } from './1768840000000-payload-schemas.js';
import { TokensThatOnlyPropose1768870000000 } from './1768870000000-tokens-that-only-propose.js';
import { NotificationMails1768880000000 } from './1768880000000-notification-mails.js';
import { CodeReferences1768890000000 } from './1768890000000-code-references.js';
import { Certainty1768890100000 } from './1768890100000-certainty.js';
import { Traffic1768891000000 } from './1768891000000-traffic.js';
import { Insights1768891100000 } from './1768891100000-insights.js';
import { AddressesOfProjects1768892000000 } from './1768892000000-addresses-of-projects.js';
import { AccessRequests1768892100000 } from './1768892100000-access-requests.js';
import { Policies1768892200000 } from './1768892200000-policies.js';
import { Templates1768892300000 } from './1768892300000-templates.js';
import { DeniedRequestsSent1768892400000 } from './1768892400000-denied-requests-sent.js';
import { LanguageOfPeople1768893100000 } from './1768893100000-language-of-people.js';
import { SeenBeforeSessions1768893200000 } from './1768893200000-seen-before-sessions.js';

/** Every migration, in the order in which they run. One that has landed is never edited: add the next. */
export const MIGRATIONS = [
  People1763600000000,
  ProjectsAndFeatures1763600001000,
  Strategies1763600002000,
  Events1763600003000,
  Usage1763600004000,
  BuiltInRows1763600005000,
  StrategyLimit1763601000000,
  ProjectsAsTheyChange1763603000000,
  OutlivedFeatures1763607000000,
  FeatureSearch1763608000000,
  Addons1763610000000,
  Applications1763611000000,
  UsageByDay1763612000000,
  WaysIn1763613000000,
  RolesAndGroups1763614000000,
  SingleSignOn1763615000000,
  WhoGotIn1763617000000,
  InviteLinksHashed1763617001000,
  SdkConnections1763621000000,
  PlacesInGroups1763622000000,
  SdkConnectionsFiltered1763622000020,
  VouchedUsers1763623000000,
  StandardStrategyTold1763624000010,
  SecondFactors1764400000000,
  UserIdentities1764500000000,
  InventedApplications1764500001000,
  PersonalTokenScopes1764600000000,
  ActingToken1764700000000,
  TagsOfProjects1764700000010,
  DeniedRequests1764700000020,
  RestoredDatabases1764800000000,
  NameIdFormats1764900000000,
  AddonsCreatedAt1764900100000,
  ContextFieldDescriptions1764900100010,
  ReadableTokenSecrets1764900100020,
  ProjectEventTallies1765000000000,
  SegmentsOfFeatures1765000001000,
  SegmentsOfAllFeatures1765000001010,
  ContextFieldsOfFeatures1765000001020,
  IndexesOfLists1765000001030,
  EventMonths1765000002000,
  EventRetention1765000002010,
  RestoredCounts1765000002020,
  IdempotencyRecords1765200000000,
  SigningKeys1765210000000,
  EventSeals1765210001000,
  ChangeGuard1765300000000,
  SdkInstances1765300001000,
  UndoneEvents1765400000000,
  RemovedParts1765500000000,
  BoundedEventTally1765600000000,
  StoredStrategies1765700000000,
  FeatureCounts1765800000000,
  UnknownFeatures1765800001000,
  IndexOfDeletedUsers1765800002000,
  QuickRemovals1765900000000,
  ChangeRequests1766100000000,
  FeatureLinks1766200000000,
  Schedules1766300000000,
  ScheduledChangeRequests1766310000000,
  ReleasePlans1766400000000,
  ReleasePlanBaselines1766410000000,
  ReleasePlanSamples1766420000000,
  ContextFieldsOfProjects1766500000000,
  Edges1766510000000,
  Banners1766520000000,
  ChangedSegments1766800000000,
  MoveIn1767300000000,
  OldestVersion1767310000000,
  SearchIndexOfExpressions1767400000000,
  IndexOfPlannedChanges1767401000000,
  SizeOfChangeRequests1767600000000,
  IndexOfGuardedPlans1767700000000,
  DeletedProjects1767800000000,
  SignInNames1767900000000,
  ClosedEventIds1768000000000,
  EmergencyLinks1768100000000,
  Drill1768200000000,
  FeatureSafeguards1768210000000,
  Signals1768300000000,
  FederatedCredentials1768400000000,
  AuditWitnesses1768500000000,
  SafeguardProblems1768600000000,
  SignalTags1768610000000,
  FeatureViews1768620000000,
  DigestsOfPlannedChanges1768700000000,
  LateServing1768710000000,
  Directory1768800000000,
  AddressesOfTokens1768810000000,
  NotificationSettings1768820000000,
  ManagedThings1768830000000,
  PayloadSchemas1768840000000,
  TokensThatOnlyPropose1768870000000,
  NotificationMails1768880000000,
  CodeReferences1768890000000,
  Certainty1768890100000,
  Traffic1768891000000,
  Insights1768891100000,
  AddressesOfProjects1768892000000,
  AccessRequests1768892100000,
  Policies1768892200000,
  Templates1768892300000,
  DeniedRequestsSent1768892400000,
  LanguageOfPeople1768893100000,
  SeenBeforeSessions1768893200000,
];
