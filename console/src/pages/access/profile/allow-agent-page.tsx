import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { projectsQuery } from '../../flags/projects/project-queries.js';
import { profileTexts } from '../../../texts/profile.js';
import { textOf } from '../../../kit/form-dialog.js';
import { MultiChoice } from '../../../kit/multi-choice.js';
import { Page } from '../../../kit/page.js';
import { FailureNotice, Loading } from '../../../kit/states.js';

const texts = profileTexts.agent;

/** What an agent asks for, in the address (OAuth 2.1). */
interface Question {
  client_id: string;
  redirect_uri: string;
  code_challenge: string;
  code_challenge_method: 'S256';
  state?: string;
}

function questionIn(search: string): Question {
  const asked = new URLSearchParams(search);
  const one = (name: string): string => asked.get(name) ?? '';
  const state = asked.get('state');
  return {
    client_id: one('client_id'),
    redirect_uri: one('redirect_uri'),
    code_challenge: one('code_challenge'),
    // The service refuses others.
    code_challenge_method: one('code_challenge_method') as 'S256',
    ...(state === null ? {} : { state }),
  };
}

/** Asks the person whether an agent may read and propose. */
export function AllowAgentPage() {
  return <AgentQuestion leave={(address) => window.location.assign(address)} />;
}

interface AgentQuestionProps {
  /** Leaves the console. */
  leave: (address: string) => void;
}

/** What the agent calls itself and may do, and the decision. */
export function AgentQuestion({ leave }: AgentQuestionProps) {
  const [question] = useState(() => questionIn(window.location.search));
  const [isDenied, deny] = useState(false);
  const { client_id, redirect_uri } = question;
  const { data: agent, error } = useQuery({
    queryKey: ['profile', 'agent', client_id, redirect_uri],
    queryFn: () =>
      bodyOf(api.GET('/api/admin/user/agents', { params: { query: { client_id, redirect_uri } } })),
    retry: false,
    enabled: client_id !== '',
  });
  if (client_id === '')
    return (
      <Page title={texts.title}>
        <Text>{texts.nobody}</Text>
      </Page>
    );
  return (
    <Page title={texts.title}>
      {error && <FailureNotice error={error} />}
      {!agent && !error && <Loading />}
      {agent && isDenied && <Text role="status">{texts.denied}</Text>}
      {agent && !isDenied && (
        <Stack maw={560} gap="sm">
          <Text fw={600}>{texts.asks(agent.name)}</Text>
          <Text>{texts.unproven}</Text>
          <Text>{texts.may}</Text>
          <Text>{texts.mayNot}</Text>
          <Text>{texts.until(agent.hours)}</Text>
          <Text>{texts.target(agent.target)}</Text>
          <Permission question={question} leave={leave} onDenied={() => deny(true)} />
        </Stack>
      )}
    </Page>
  );
}

interface PermissionProps {
  question: Question;
  leave: (address: string) => void;
  onDenied: () => void;
}

/** The choice of projects, and the decision. */
function Permission({ question, leave, onDenied }: PermissionProps) {
  const { data: projects = [] } = useQuery(projectsQuery());
  const allow = useMutation({
    mutationFn: (chosen: string[]) =>
      bodyOf(
        api.POST('/api/admin/user/agents', {
          body: { ...question, ...(chosen.length > 0 ? { projects: chosen } : {}) },
        }),
      ),
    onSuccess: ({ redirect }) => leave(redirect),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    allow.mutate(textOf(form, 'projects').split(',').filter(Boolean));
  };
  return (
    <form onSubmit={submit}>
      <MultiChoice
        name="projects"
        label={texts.projects}
        description={texts.projectsHint}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        defaultValue={[]}
        searchable
        clearable
        limit={50}
      />
      {allow.error && <FailureNotice error={allow.error} />}
      <Group mt="lg">
        <Button type="submit" loading={allow.isPending}>
          {texts.allow}
        </Button>
        <Button variant="default" onClick={onDenied}>
          {texts.deny}
        </Button>
      </Group>
    </form>
  );
}
