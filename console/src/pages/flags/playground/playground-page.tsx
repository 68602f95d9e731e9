import { Alert, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { useSearch } from '../../../app/router/location.js';
import { playgroundTexts as texts } from '../../../texts/playground.js';
import { Page } from '../../../kit/page.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { addressOf, type Question, questionOf, requestOf } from './playground-question.js';
import { QuestionForm } from './question-form.js';
import { Results } from './results.js';

const playgroundQuery = (question: Question) =>
  queryOptions({
    queryKey: ['playground', question] as const,
    queryFn: ({ signal }) => {
      const body = requestOf(question);
      // Documented, but openapi.json declares it only where an operation has other parameters.
      const query = { asOf: question.at } as never;
      return bodyOf(
        api.POST('/api/admin/playground/advanced', { body, params: { query }, signal }),
      );
    },
    // A large evaluation is not repeated because of changes that others make.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });

/** Evaluates features for contexts, and says why they are on or off. */
export function PlaygroundPage() {
  const [parameters, change] = useSearch();
  const question = questionOf(parameters);
  const isAsked = question.environments.length > 0;
  const { data, error, refetch, isFetching } = useQuery({
    ...playgroundQuery(question),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const ask = (next: Question): void => {
    if (JSON.stringify(next) === JSON.stringify(question)) void refetch();
    else change(addressOf(next));
  };
  return (
    <Page title={texts.title} intro={texts.intro}>
      <QuestionForm question={question} isWorking={isFetching} onAsk={ask} />
      {!isAsked ? (
        <EmptyState title={texts.ready}>{texts.readyHint}</EmptyState>
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : data ? (
        <>
          {data.warnings?.invalidContextProperties?.length ? (
            <Alert color="yellow" mb="md">
              {texts.warning(data.warnings.invalidContextProperties)}
            </Alert>
          ) : null}
          {question.at && (
            <Text mb="sm">
              {texts.asOf} <Time at={question.at} exact />
            </Text>
          )}
          <Results
            features={data.features}
            environments={data.input.environments}
            named={parameters.get('feature') ?? ''}
          />
        </>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
