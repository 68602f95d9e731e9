import { Alert, Button, List, Text, Title } from '@mantine/core';
import type { Schemas } from '../../../api/client.js';
import { transferTexts as texts } from '../../../texts/transfer.js';

interface CheckResultProps {
  body: Schemas['ImportDto'];
  found: Schemas['ImportCheckResponse'];
  isBusy: boolean;
  onImport: () => void;
}

/** What an import would do, and the button that does it if nothing prevents it. */
export function CheckResult({ body, found, isBusy, onImport }: CheckResultProps) {
  const { features, featureStrategies, featureTags, segments } = body.data;
  const { errors, warnings, permissions } = found;
  const isPrevented = errors.length + permissions.length > 0;
  const contents = texts.contents(
    features.length,
    featureStrategies.length,
    featureTags?.length ?? 0,
    segments?.length ?? 0,
  );
  return (
    <div role="status">
      <Title order={3} size="h5" mt="lg" mb="xs">
        {texts.checked}
      </Title>
      <Text mb="sm">{contents}</Text>
      <Findings title={texts.errors} color="red" findings={errors} hint={texts.fix} />
      <Findings title={texts.permissions} color="red" findings={permissions} />
      <Findings title={texts.warnings} color="orange" findings={warnings} />
      {!isPrevented && <Text mb="sm">{texts.good}</Text>}
      <Button loading={isBusy} disabled={isPrevented} onClick={onImport}>
        {texts.import(features.length, body.project)}
      </Button>
    </div>
  );
}

const MOST = 100;

interface FindingsProps {
  title: string;
  color: string;
  findings: readonly Schemas['ImportFindingResponse'][];
  hint?: string;
}

function Findings({ title, color, findings, hint }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <Alert role="note" color={color} title={title} mb="sm">
      {findings.map(({ message, affectedItems }) => (
        <div key={message}>
          <Text size="sm">{message}</Text>
          <List size="sm" mb="xs">
            {affectedItems.slice(0, MOST).map((item) => (
              <List.Item key={item}>{item}</List.Item>
            ))}
            {affectedItems.length > MOST && (
              <List.Item>{texts.more(affectedItems.length - MOST)}</List.Item>
            )}
          </List>
        </div>
      ))}
      {hint && <Text size="sm">{hint}</Text>}
    </Alert>
  );
}
