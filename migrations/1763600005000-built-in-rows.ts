import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every new instance contains: the names and figures are the reference's, the descriptions our own. */
export class BuiltInRows1763600005000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      INSERT INTO role (id, name, description, type) VALUES
        (1, 'Admin', 'May do everything in the whole instance.', 'root'),
        (2, 'Editor', 'May change features, segments and the like in all projects, but neither people nor tokens.', 'root'),
        (3, 'Viewer', 'May read most things in the instance, and change nothing.', 'root'),
        (4, 'Owner', 'May do everything within the project.', 'project'),
        (5, 'Member', 'May change the features of the project.', 'project');
      ALTER TABLE role ALTER COLUMN id RESTART WITH 6;

      -- Those who act without being a person: admin tokens, and the service itself.
      INSERT INTO app_user (id, kind, name, username) VALUES
        (-42, 'system', 'Unleash Admin Token User', 'Unleash Admin Token User'),
        (-1337, 'system', 'Unleash System', 'unleash_system_user');

      INSERT INTO environment (name, type, sort_order, enabled, protected) VALUES
        ('default', 'production', 1, false, true),
        ('development', 'development', 2, true, false),
        ('production', 'production', 3, true, false);
      INSERT INTO project (id, name, description) VALUES ('default', 'Default', 'Default project');
      INSERT INTO project_environment (project, environment) VALUES ('default', 'development'), ('default', 'production');

      INSERT INTO feature_type (id, name, description, lifetime_days, sort_order) VALUES
        ('release', 'Release', 'Brings new work to users step by step.', 40, 1),
        ('experiment', 'Experiment', 'Compares variants with one another.', 40, 2),
        ('operational', 'Operational', 'Controls how the system runs, for a while.', 7, 3),
        ('kill-switch', 'Kill switch', 'Degrades the system gracefully when something goes wrong.', NULL, 4),
        ('permission', 'Permission', 'Gives some users what others do not have.', NULL, 5);

      INSERT INTO tag_type (name, description, icon) VALUES ('simple', 'Used to simplify filtering of features', '#');

      INSERT INTO context_field (name, description, stickiness, sort_order) VALUES
        ('environment', 'Where the application runs', false, 0),
        ('userId', 'Who uses the application', false, 1),
        ('appName', 'The name of the application', false, 2),
        ('currentTime', 'When the feature is evaluated', false, 3),
        ('sessionId', 'The session of the user', true, 4);

      INSERT INTO strategy_definition (name, title, display_name, description, built_in, deprecated, sort_order, parameters) VALUES
        ('flexibleRollout', NULL, 'Gradual rollout', 'On for a share of the users, the same ones each time.', true, false, 0, '[
          {"name": "rollout", "type": "percentage", "description": "", "required": false},
          {"name": "stickiness", "type": "string", "description": "What makes the same user get the same answer.", "required": true},
          {"name": "groupId", "type": "string", "description": "Features with the same group reach the same users.", "required": true}]'),
        ('default', NULL, 'Standard', 'On for everybody.', true, false, 1, '[]'),
        ('userWithId', NULL, 'UserIDs', 'On for the users of a list.', true, true, 2, '[
          {"name": "userIds", "type": "list", "description": "", "required": false}]'),
        ('remoteAddress', NULL, 'IPs', 'On for the addresses of a list.', true, false, 3, '[
          {"name": "IPs", "type": "list", "description": "Addresses for which the feature is on.", "required": true}]'),
        ('applicationHostname', NULL, 'Hosts', 'On on the hosts of a list.', true, false, 4, '[
          {"name": "hostNames", "type": "list", "description": "Host names on which the feature is on.", "required": false}]');
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DELETE FROM strategy_definition WHERE built_in;
      DELETE FROM context_field WHERE name IN ('environment', 'userId', 'appName', 'currentTime', 'sessionId');
      DELETE FROM tag_type WHERE name = 'simple';
      DELETE FROM feature_type;
      DELETE FROM project WHERE id = 'default';
      DELETE FROM environment WHERE name IN ('default', 'development', 'production');
      DELETE FROM app_user WHERE kind = 'system';
      DELETE FROM role WHERE id <= 5;
    `);
  }
}
