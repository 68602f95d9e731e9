import { profileTexts } from '../../../texts/profile.js';
import { Page } from '../../../kit/page.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { PasswordSection } from './password-section.js';
import { ProfileLinks } from './profile-links.js';
import { SecondFactorSection } from './second-factor-section.js';
import { SessionsSection } from './sessions-section.js';

/** Password, second factor and sessions of the person. */
export function SecurityPage() {
  const [dialog, show] = useDialog();
  return (
    <Page title={profileTexts.security}>
      <ProfileLinks />
      <SecondFactorSection show={show} />
      <SessionsSection />
      <PasswordSection />
      {dialog}
    </Page>
  );
}
