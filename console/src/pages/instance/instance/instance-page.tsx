import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { Section } from '../../access/profile/section.js';
import { instanceTexts as texts } from '../../../texts/instance.js';
import { number } from '../../../texts/format.js';
import { uiTexts } from '../../../texts/ui.js';
import { Facts } from '../../../kit/facts.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { Page } from '../../../kit/page.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { DrillSection } from './drill-section.js';
import { uiConfigQuery } from './instance-queries.js';

type UiConfig = Schemas['UiConfigResponse'];
type Limit = keyof typeof texts.limit;

/** The service says "no limit" with the largest 32-bit integer. */
const UNLIMITED = 2_147_483_647;

/** Version, limits and functions of the service. */
export function InstancePage() {
  const { data, error, refetch } = useQuery(uiConfigQuery);
  return (
    <Page title={texts.title}>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <About config={data} />
          <DrillSection />
          <Origins origins={data.frontendApiOrigins} />
          <Limits config={data} />
        </>
      )}
    </Page>
  );
}

function About({ config }: { config: UiConfig }) {
  const { name, version, versionInfo, unleashUrl, environment, signInMethods, flags } = config;
  const optional = Object.keys(flags).filter((flag) => flags[flag]);
  return (
    <Section title={texts.about}>
      <Facts
        facts={[
          [texts.name, name],
          [texts.version, version],
          [texts.installation, environment || texts.none],
          [texts.address, unleashUrl],
          [texts.instanceId, versionInfo.instanceId],
          [texts.signIn, signInMethods.join(', ') || texts.none],
          [texts.mails, config.emailEnabled ? texts.yes : texts.no],
          [texts.optional, optional.join(', ') || texts.none],
        ]}
      />
    </Section>
  );
}

function Limits({ config: { resourceLimits, maxSessionsCount } }: { config: UiConfig }) {
  const names = Object.keys(texts.limit) as Limit[];
  const wordsOf = (limit: number): string => (limit >= UNLIMITED ? texts.unlimited : number(limit));
  return (
    <Section title={texts.limits} intro={texts.limitsIntro}>
      <Facts
        facts={[
          ...names.map((name) => [texts.limit[name], wordsOf(resourceLimits[name])] as const),
          [texts.sessions, wordsOf(maxSessionsCount)],
        ]}
      />
    </Section>
  );
}

function Origins({ origins }: { origins: readonly string[] }) {
  const [dialog, show] = useDialog();
  const change = (
    <PermittedButton
      variant="default"
      needs="UPDATE_CORS"
      onClick={() =>
        show((close) => (
          <FormDialog
            title={texts.changeOrigins}
            action={uiTexts.save}
            done={texts.originsSaved}
            outdates={['ui-config']}
            onClose={close}
            send={(form) => {
              const body = { frontendApiOrigins: linesOf(textOf(form, 'origins')) };
              return bodyOf(api.POST('/api/admin/ui-config/cors', { body }));
            }}
          >
            <Textarea
              name="origins"
              label={texts.originsField}
              description={texts.originsHint}
              rows={5}
              defaultValue={origins.join('\n')}
              data-autofocus
            />
          </FormDialog>
        ))
      }
    >
      {texts.changeOrigins}
    </PermittedButton>
  );
  return (
    <Section title={texts.origins} intro={texts.originsIntro} actions={change}>
      <Facts facts={[[texts.originsField, origins.join(', ') || texts.none]]} />
      {dialog}
    </Section>
  );
}

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
