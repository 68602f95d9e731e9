import { Container, Paper, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

/** A page for people who are not signed in. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Container size="xs" component="main" py="xl">
      <Title order={1} size="h2" ta="center" mb="lg">
        {title}
      </Title>
      <Paper withBorder p="lg" radius="md">
        {children}
      </Paper>
    </Container>
  );
}
