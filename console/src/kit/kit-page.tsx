import { Button } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import styles from './kit-page.module.css';
import type { Story } from './story.js';

const FILES = import.meta.glob<{ story: Story }>('./**/*.story.tsx', { eager: true });
const SCHEMES = ['light', 'dark'] as const;
const SCHEME = ':root[data-mantine-color-scheme';

/** All parts of the kit in their states: in light and in dark, normal and narrow. */
export function KitPage() {
  useSchemesSideBySide();
  return (
    <>
      <h1>Kit</h1>
      {Object.entries(FILES).map(([file, { story }]) => (
        <section key={file} className={styles.part}>
          <h2>{file.slice(2, -'.story.tsx'.length)}</h2>
          <p>{story.about}</p>
          <div className={styles.looks}>
            {SCHEMES.flatMap((scheme) =>
              [false, true].map((isNarrow) => (
                <div
                  key={`${scheme} ${isNarrow}`}
                  className={styles.look}
                  data-mantine-color-scheme={scheme}
                  data-narrow={isNarrow || undefined}
                >
                  <States story={story} />
                </div>
              )),
            )}
          </div>
        </section>
      ))}
    </>
  );
}

function States({ story: { states, isDialog } }: { story: Story }) {
  return Object.entries(states).map(([name, State]) => (
    <figure key={name} className={styles.state}>
      <figcaption>{name}</figcaption>
      {isDialog ? <Opener name={name} State={State} /> : <State />}
    </figure>
  ));
}

/** Opens a state that lies above the page, until it is closed with the page. */
function Opener({ name, State }: { name: string; State: Story['states'][string] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(!isOpen)}>
        {name}
      </Button>
      {isOpen && <State />}
    </>
  );
}

/** Makes the page light, so that a dark box can stand beside a light one. */
function useSchemesSideBySide(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const ofSchemes = rules.map(({ cssText }) => cssText).filter((text) => text.startsWith(SCHEME));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(ofSchemes.join('\n').replaceAll(':root[', '['));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      dataset['mantineColorScheme'] = before;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
}
