import { Container, Paper, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Mark } from '../../../kit/mark.js';
import { shellTexts } from '../../../texts/shell.js';
import styles from './public-page.module.css';

interface PublicPageProps {
  title: string;
  children: ReactNode;
}

/** A page for people who are not signed in. */
export function PublicPage({ title, children }: PublicPageProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Container size="xs" component="main" className={styles.page}>
      <p className={styles.product}>
        <Mark size={32} />
        {shellTexts.product}
      </p>
      <Paper withBorder p="lg" radius="md">
        <Title order={1} size="h2" mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </Container>
  );
}
