-- What an Unleash 7 has besides.
ALTER TABLE context_fields ADD COLUMN project varchar;
INSERT INTO context_fields (name, sort_order, stickiness, project) VALUES ('till', 10, false, 'payments');
ALTER TABLE tag_types ADD COLUMN color varchar;
UPDATE tag_types SET color = '#ff0000' WHERE name = 'team';
ALTER TABLE project_settings ADD COLUMN link_templates jsonb;
UPDATE project_settings SET link_templates = '[{"title": "Issue", "urlTemplate": "https://issues.example.com/{{feature}}"}]';
CREATE TABLE feature_link (id text, feature_name varchar, url text, title text, domain varchar);
INSERT INTO feature_link VALUES ('01', 'pay.fast', 'https://example.com/pay', 'Plan', 'example.com');
INSERT INTO roles VALUES (11, 'Reader', 'Reads', 'project', now());
INSERT INTO role_user VALUES (11, 9, 'payments', now());
