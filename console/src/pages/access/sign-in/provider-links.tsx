import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { basePath } from '../../../api/base-path.js';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { signInTexts } from '../../../texts/sign-in.js';
import { passkeyAnswer } from './passkey.js';

interface ProviderLinksProps {
  methods: Schemas['SignInMethodsResponse'];
  /** The page that the person wanted. */
  back: string | undefined;
  onDone: () => void;
}

/** The other ways to sign in that the service has enabled. */
export function ProviderLinks({ methods, back, onDone }: ProviderLinksProps) {
  const query = back ? `?${new URLSearchParams({ back })}` : '';
  return (
    <>
      {methods.passkey && 'PublicKeyCredential' in window && <PasskeyButton onDone={onDone} />}
      {methods.oidc && (
        <Button
          component="a"
          href={`${basePath}/auth/oidc/login${query}`}
          variant="default"
          fullWidth
          mt="md"
        >
          {signInTexts.oidc}
        </Button>
      )}
      {methods.saml && (
        <Button
          component="a"
          href={`${basePath}/auth/saml/login${query}`}
          variant="default"
          fullWidth
          mt="md"
        >
          {signInTexts.saml}
        </Button>
      )}
    </>
  );
}

function PasskeyButton({ onDone }: { onDone: () => void }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const options = await bodyOf(api.POST('/auth/passkey/options'));
      return bodyOf(api.POST('/auth/passkey', { body: await passkeyAnswer(options) }));
    },
    onSuccess: onDone,
  });
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="md"
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {signInTexts.passkey}
      </Button>
      {signIn.error && (
        <Alert color="red" role="alert" mt="xs">
          {wordsOf(signIn.error)}
        </Alert>
      )}
    </>
  );
}
