import { Button, Text, Title } from '@mantine/core';
import { Link } from '../../../../app/router/link.js';
import { pathTo } from '../../../../app/router/route.js';
import { policyTexts as texts } from '../../../../texts/policies.js';
import { PROJECT_POLICY_PATH } from '../project-path.js';
import styles from './project-frame.module.css';

/** Leads to the policy of the project. */
export function PolicyLink({ project }: { project: string }) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <Text c="dimmed" my="xs">
        {texts.hint}
      </Text>
      <Button component={Link} variant="default" to={pathTo(PROJECT_POLICY_PATH, { project })}>
        {texts.open}
      </Button>
    </section>
  );
}
