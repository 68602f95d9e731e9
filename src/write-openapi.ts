import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadConfig } from './platform/config/load-config.js';
import { openApiDocument } from './platform/http/openapi/document.js';
import { writeOpenApiFiles } from './platform/http/openapi/write-files.js';

/**
 * The tags of the OpenAPI document, in the order in which it lists them, and what each is about.
 */
const OPENAPI_TAGS = {
  Features: 'Features, their environments, strategies and variants.',
  'Feature Types': 'The kinds of features, and how long features of each kind are meant to live.',
  Dependencies: 'Features that are on only if others are.',
  'Admin UI': 'What a user interface has to know, and the origins that may call the frontend API.',
  Archive: 'Archived features: listing, reviving and deleting them.',
  Search: 'Finding features by filters.',
  'Import/Export': 'Moving features between environments and instances.',
  'Flags as Code': 'Making the service as a folder of files describes it.',
  Playground: 'Trying out what a context would be served, and why.',
  Tags: 'Tags, their types, and the features that carry them.',
  Segments: 'Constraints that strategies share.',
  Context: 'The fields of the context that constraints go by.',
  Strategies: 'The definitions of strategies.',
  Projects: 'Projects, their environments, access and tokens.',
  Environments: 'The environments of the instance.',
  'Change Requests': 'Changes that are made together once they are approved.',
  'Release Templates': 'Rollouts in milestones: templates, and the plans of features.',
  Schedules: 'Changes of features that are made at a chosen time.',
  'Emergency Links': 'Links that turn features off, and do nothing else.',
  'Code References': 'Where code names features, and whether they can be taken out of it.',
  Safeguards: 'Limits on usage at which features are turned off.',
  Signals: 'What monitoring sends to turn features off.',
  Banners: 'Messages that user interfaces show to everybody.',
  Maintenance: 'A mode in which the instance refuses writes.',
  Metrics: 'Usage that SDKs reported, and the applications that reported it.',
  'Unknown Flags': 'Features that SDKs asked for and that do not exist.',
  Events: 'The audit log.',
  'Audit Witnesses': 'Who witnesses that the audit log is not rewritten.',
  Addons: 'Webhooks and other integrations.',
  Users: 'Users and groups, and what they may do.',
  'Service Accounts': 'Accounts of programs, and their tokens.',
  Agents: 'Agents that read and propose in the name of people: MCP and OAuth.',
  Templates: 'Features and projects to make others like.',
  Policies: 'Rules for what is saved, for the instance and for projects.',
  'Access requests': 'Roles in projects that people get for a time.',
  'Federated Credentials': 'Whose tokens service accounts accept in exchange for theirs.',
  Directory: 'Users and groups from a directory of people: SCIM 2.0, and its settings.',
  'Personal access tokens': 'The tokens of the user who is signed in.',
  'API tokens': 'Tokens of SDKs and administrators.',
  'Public signup tokens': 'Invite links.',
  Auth: 'Signing in and out, and the settings of it.',
  'Instance Admin': 'Statistics of the whole instance.',
  Client: 'What server-side SDKs call.',
  'Frontend API': 'What SDKs in browsers and apps call.',
  OpenFeature: 'The OpenFeature Remote Evaluation Protocol.',
  Edge: 'What Unleash Edge and proxies call.',
  Operational: 'Health, readiness and public keys.',
  Unstable: 'Operations that may still change.',
} as const satisfies Record<string, string>;

/**
 * Writes the OpenAPI document of the compiled service, as a step of the build. Descriptions
 * come from comments, which only the build sees. Needs no database.
 */
async function main(): Promise<void> {
  const app = await NestFactory.create(
    AppModule.with(loadConfig({ DATABASE_URL: 'postgres://nobody@localhost/none' })),
    {
      preview: true,
      logger: ['error'],
    },
  );
  await writeOpenApiFiles(openApiDocument(app, OPENAPI_TAGS));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
