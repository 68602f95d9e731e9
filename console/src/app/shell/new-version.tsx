import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { basePath } from '../../api/base-path.js';
import { shellTexts } from '../../texts/shell.js';
import styles from './shell.module.css';

const EVERY_MS = 120_000;
const ENTRY = /src="([^"]*\/assets\/[^"]+\.js)"/;
/** Another tab may have chosen another language of the same version. */
const LANGUAGE = /\.[a-z]{2}(?=\.js$)/;

/** The script that this tab runs. */
const running = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ??
  '';

/** The script that the service serves now; undefined when it cannot be told. */
async function served(): Promise<string | null> {
  const response = await fetch(`${basePath}/`, { headers: { Accept: 'text/html' } });
  return ENTRY.exec(await response.text())?.[1] ?? null;
}

/** Tells people whose tab has been open for long that there is a new version. */
export function NewVersionNotice() {
  const { data } = useQuery({
    queryKey: ['console-version'],
    queryFn: served,
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    initialData: null,
    initialDataUpdatedAt: () => Date.now(),
    retry: false,
  });
  if (!data || data.replace(LANGUAGE, '') === running().replace(LANGUAGE, '')) return null;
  return (
    <div className={styles.notice} role="status">
      {shellTexts.newVersion}
      <Button size="compact-sm" onClick={() => window.location.reload()}>
        {shellTexts.reload}
      </Button>
    </div>
  );
}
