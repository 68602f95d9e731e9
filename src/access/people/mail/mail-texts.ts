import { knownLanguage, type Language } from '../../../platform/http/language.js';
import type { Notification } from '../preference/preference.dto.js';

/** A mail with a link. */
interface LinkTexts {
  readonly subject: string;
  /** Before the link. @param url Of the service. */
  readonly before: (url: string) => string;
  readonly action: string;
  readonly after: string;
}

/** A scheduled change of a feature. */
interface ScheduledChange {
  readonly id: number;
  readonly action: string;
  readonly feature: string;
  readonly environment: string;
}

/** A request for a role in a project. */
interface AccessWish {
  readonly user: string;
  readonly role: string;
  readonly project: string;
  readonly reason: string;
  readonly isEmergency: boolean;
}

/** Everything that mails say in a language. */
export interface MailTexts {
  readonly language: Language;
  readonly greeting: (name?: string) => string;
  /** Between a heading or a label and what follows. */
  readonly colon: string;
  readonly invitation: LinkTexts;
  readonly passwordLink: LinkTexts;
  readonly passwordChanged: {
    readonly subject: string;
    readonly before: (url: string) => string;
    readonly warning: string;
  };
  readonly suspended: {
    readonly subject: string;
    /** What schedules do, in the words of the console. */
    readonly actions: Readonly<Record<string, string>>;
    readonly schedule: (change: ScheduledChange) => string;
    readonly changeRequest: (id: number, environment: string) => string;
    readonly action: string;
    readonly after: string;
  };
  readonly notifications: {
    readonly subject: (count: number) => string;
    readonly before: string;
    readonly action: string;
    readonly more: (count: number) => string;
    readonly after: string;
    readonly headings: Readonly<Record<Notification, string>>;
    /** A change request without a title. */
    readonly untitled: (id: number) => string;
    readonly review: (title: string) => string;
    readonly wish: (wish: AccessWish) => string;
    readonly decision: (role: string, project: string, isGiven: boolean) => string;
    readonly token: (name: string, expiresAt: Date) => string;
  };
}

/**
 * The texts of mails in a language, loaded when they are first wanted.
 * @param code As an account has it; English for null and for an unknown one.
 */
export async function mailTexts(code: string | null | undefined): Promise<MailTexts> {
  const language = knownLanguage(code);
  if (language === 'de') return (await import('./texts/de.js')).TEXTS;
  if (language === 'fr') return (await import('./texts/fr.js')).TEXTS;
  return (await import('./texts/en.js')).TEXTS;
}
