import { profileTexts as texts } from '../../../texts/profile.js';
import { SectionLinks } from '../../../kit/section-links.js';

const LINKS = [
  { label: texts.links.profile, to: '/profile' },
  { label: texts.links.security, to: '/profile/security' },
  { label: texts.links.tokens, to: '/profile/tokens' },
];

/** Links between the pages of the personal settings. */
export function ProfileLinks() {
  return <SectionLinks label={texts.title} links={LINKS} />;
}
