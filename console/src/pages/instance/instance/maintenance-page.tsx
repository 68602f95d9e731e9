import { Badge, Checkbox, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { ifMatch, type Versioned } from '../../../api/versioned.js';
import { maintenanceTexts as texts } from '../../../texts/instance.js';
import { Facts } from '../../../kit/facts.js';
import { FormDialog, isTicked, textOf } from '../../../kit/form-dialog.js';
import { Page } from '../../../kit/page.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { type Maintenance, maintenanceQuery } from './instance-queries.js';

/** Turns maintenance mode on and off. */
export function MaintenancePage() {
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(maintenanceQuery);
  const isOn = data?.body.enabled;
  const button = data && (
    <PermittedButton
      needs="UPDATE_MAINTENANCE_MODE"
      color={isOn ? undefined : 'red'}
      onClick={() => show((close) => <MaintenanceDialog opened={data} onClose={close} />)}
    >
      {isOn ? texts.turnOff : texts.turnOn}
    </PermittedButton>
  );
  return (
    <Page title={texts.title} intro={texts.intro} actions={button}>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <State maintenance={data.body} />}
      {dialog}
    </Page>
  );
}

function State({ maintenance }: { maintenance: Maintenance }) {
  const { enabled, reason, refuseTurningOff } = maintenance;
  const state = (
    <Badge variant="light" color={enabled ? 'red' : 'teal'}>
      {enabled ? texts.on : texts.off}
    </Badge>
  );
  if (!enabled) return <Facts facts={[[texts.state, state]]} />;
  return (
    <Facts
      facts={[
        [texts.state, state],
        [texts.reason, reason || texts.noReason],
        [texts.turningOff, refuseTurningOff ? texts.refused : texts.allowed],
      ]}
    />
  );
}

interface MaintenanceDialogProps {
  opened: Versioned<Maintenance>;
  onClose: () => void;
}

function MaintenanceDialog({ opened, onClose }: MaintenanceDialogProps) {
  const { enabled, refuseTurningOff } = opened.body;
  const send = (body: Schemas['MaintenanceDto']): Promise<unknown> =>
    bodyOf(api.POST('/api/admin/maintenance', { params: { header: ifMatch(opened) }, body }));
  const common = { outdates: ['settings', 'ui-config'], onClose };
  if (enabled) {
    return (
      <FormDialog
        {...common}
        title={texts.turnOff}
        action={texts.turnOff}
        done={texts.isOff}
        send={() => send({ enabled: false })}
      >
        <Text>{texts.turnOffHint}</Text>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      {...common}
      title={texts.turnOn}
      action={texts.turnOn}
      color="red"
      done={texts.isOn}
      send={(form) =>
        send({
          enabled: true,
          reason: textOf(form, 'reason') || null,
          refuseTurningOff: isTicked(form, 'refuseTurningOff'),
        })
      }
    >
      <Text>{texts.intro}</Text>
      <Textarea
        name="reason"
        label={texts.reason}
        description={texts.reasonHint}
        rows={2}
        maxLength={500}
        data-autofocus
      />
      <Checkbox
        name="refuseTurningOff"
        label={texts.refuse}
        description={texts.refuseHint}
        defaultChecked={refuseTurningOff}
      />
    </FormDialog>
  );
}
