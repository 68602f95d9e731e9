import { Title, Button, Text } from '@mantine/core';
import { type PageProps, pathTo } from '../../../../app/router/route.js';
import { projectSettingsTexts as texts, projectTexts } from '../../../../texts/projects.js';
import { number } from '../../../../texts/format.js';
import { uiTexts } from '../../../../texts/ui.js';
import { Facts } from '../../../../kit/facts.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { type RenderDialog, useDialog } from '../../../../kit/use-dialog.js';
import { type PROJECT_SETTINGS_PATH, PROJECT_POLICY_PATH } from '../project-path.js';
import type { ProjectOverview } from '../project-queries.js';
import { ApprovalRules } from './approval-rules.js';
import { ProjectAddresses } from './project-addresses.js';
import { ProjectContextFields } from './context-fields.js';
import { EndOfProject } from './end-of-project.js';
import { ProjectFrame } from './project-frame.js';
import styles from './project-frame.module.css';
import { ProductionRules } from './production-rules.js';
import { EditGeneral, EditLinks, EditNaming } from './settings-dialogs.js';
import { Link } from '../../../../app/router/link.js';
import { SaveAsTemplate } from '../../../instance/templates/save-as-template.js';
import { templateTexts } from '../../../../texts/templates.js';
import { policyTexts } from '../../../../texts/policies.js';

/** Everything that can be set in a project. */
export function SettingsPage({ params: { project } }: PageProps<typeof PROJECT_SETTINGS_PATH>) {
  const [dialog, show] = useDialog();
  return (
    <ProjectFrame project={project}>
      {(overview) => (
        <>
          <div className={styles.columns}>
            <General project={project} overview={overview} show={show} />
            <Naming project={project} overview={overview} show={show} />
            <ProductionRules project={project} />
            <ApprovalRules project={project} />
            <PolicyLink project={project} />
            <ProjectAddresses project={project} show={show} />
            <Template project={project} />
            <EndOfProject project={project} overview={overview} show={show} />
          </div>
          <ProjectContextFields project={project} show={show} />
          {dialog}
        </>
      )}
    </ProjectFrame>
  );
}

interface PartProps {
  project: string;
  overview: ProjectOverview;
  show: (render: RenderDialog) => void;
}

function General({ project, overview, show }: PartProps) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.general}
      </Title>
      <Facts
        facts={[
          [projectTexts.id, project],
          [uiTexts.name, overview.name],
          [uiTexts.description, overview.description || projectTexts.noDescription],
          [projectTexts.mode, projectTexts.modes[overview.mode]],
          [projectTexts.stickiness, overview.defaultStickiness],
          [
            projectTexts.featureLimit,
            overview.featureLimit === null ? texts.none : number(overview.featureLimit),
          ],
        ]}
      />
      <PermittedButton
        mt="sm"
        variant="default"
        needs="UPDATE_PROJECT"
        place={{ project }}
        onClick={() => show((close) => <EditGeneral project={project} onClose={close} />)}
      >
        {uiTexts.edit}
      </PermittedButton>
    </section>
  );
}

function Naming({ project, overview, show }: PartProps) {
  const { pattern, example } = overview.featureNaming;
  const links = overview.linkTemplates ?? [];
  const edit = (render: RenderDialog, label: string) => (
    <PermittedButton
      mt="sm"
      mr="xs"
      variant="default"
      needs="UPDATE_PROJECT"
      place={{ project }}
      onClick={() => show(render)}
    >
      {label}
    </PermittedButton>
  );
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.naming}
      </Title>
      <Facts
        facts={[
          [texts.pattern, pattern || texts.noPattern],
          [texts.example, example || texts.none],
          [
            texts.links,
            links.map(({ title, urlTemplate }) => title || urlTemplate).join(', ') || texts.none,
          ],
        ]}
      />
      {edit(
        (close) => (
          <EditNaming project={project} onClose={close} />
        ),
        texts.editNaming,
      )}
      {edit(
        (close) => (
          <EditLinks project={project} onClose={close} />
        ),
        texts.editLinks,
      )}
    </section>
  );
}

/** Makes a template from the project. */
function Template({ project }: { project: string }) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {templateTexts.title}
      </Title>
      <Text c="dimmed" my="xs">
        {templateTexts.saveProject}
      </Text>
      <SaveAsTemplate project={project} />
    </section>
  );
}

/** Leads to the policy of the project. */
function PolicyLink({ project }: { project: string }) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {policyTexts.title}
      </Title>
      <Text c="dimmed" my="xs">
        {policyTexts.hint}
      </Text>
      <Button component={Link} variant="default" to={pathTo(PROJECT_POLICY_PATH, { project })}>
        {policyTexts.open}
      </Button>
    </section>
  );
}
