import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { Link } from '../../../app/router/link.js';
import { linkTexts } from '../../../texts/links.js';
import { Loading } from '../../../kit/states.js';
import { ChoosePasswordForm } from './choose-password-form.js';
import { PublicPage } from './public-page.js';
import { SignUpForm } from './sign-up-form.js';

/** The page that links of invitations and mails lead to: signing up, or choosing a password. */
export function LinkPage() {
  const [link] = useState(takeLink);
  if (!link) {
    return (
      <PublicPage title={linkTexts.missingTitle}>
        <Text>{linkTexts.missing}</Text>
        <ToSignIn label={linkTexts.back} />
      </PublicPage>
    );
  }
  return (
    <PublicPage title={link.kind === 'invite' ? linkTexts.signUp : linkTexts.choose}>
      <CheckedLink link={link} />
    </PublicPage>
  );
}

function CheckedLink({ link }: { link: SecretLink }) {
  const [isDone, setDone] = useState(false);
  const check = useQuery({
    queryKey: ['link', link.kind],
    queryFn: () => checkOf(link),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (isDone) {
    return (
      <>
        <Text role="status">{link.kind === 'invite' ? linkTexts.welcome : linkTexts.isSet}</Text>
        <ToSignIn label={linkTexts.goOn} />
      </>
    );
  }
  if (check.error) {
    return (
      <>
        <Alert color="red" role="alert">
          {wordsOf(check.error)}
        </Alert>
        <ToSignIn label={linkTexts.back} />
      </>
    );
  }
  if (!check.data) return <Loading />;
  const done = (): void => setDone(true);
  if (link.kind === 'invite') return <SignUpForm secret={link.secret} onDone={done} />;
  return <ChoosePasswordForm secret={link.secret} subject={check.data.subject} onDone={done} />;
}

/** @throws ApiFailure when the link does not work. */
async function checkOf({ kind, secret }: SecretLink): Promise<{ subject: string }> {
  if (kind === 'invite') {
    const path = { token: secret };
    await bodyOf(api.GET('/invite/{token}/validate', { params: { path } }));
    return { subject: '' };
  }
  const query = { token: secret };
  const { name, email } = await bodyOf(api.GET('/auth/reset/validate', { params: { query } }));
  return { subject: linkTexts.forYou(name, email) };
}

function ToSignIn({ label }: { label: string }) {
  return (
    <Button component={Link} to="/sign-in" fullWidth mt="lg">
      {label}
    </Button>
  );
}

/** What a link of an invitation or a mail is for, and its secret. */
interface SecretLink {
  kind: 'invite' | 'password';
  secret: string;
}

let taken: SecretLink | undefined;

/**
 * The link that led here. Its secret leaves the address at once, so that it stays neither in the
 * history of the browser nor on a screen that others see.
 */
function takeLink(): SecretLink | undefined {
  const search = new URLSearchParams(window.location.search);
  const [invite, token] = [search.get('invite'), search.get('token')];
  if (invite) taken = { kind: 'invite', secret: invite };
  else if (token) taken = { kind: 'password', secret: token };
  if (window.location.search) window.history.replaceState(null, '', window.location.pathname);
  return taken;
}
