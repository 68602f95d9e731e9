import { Fragment, type ReactNode } from 'react';

const ITEM = /^\s*[-*] +/;
const SPAN = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[[^\]]+\]\((?:https?:\/\/|\/)[^)\s]*\))/g;
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/;

/**
 * Markdown of which paragraphs, lists, emphasis, code and links are shown; everything else stays as
 * it is written. Links lead to pages only, never to scripts.
 */
export function Markdown({ text }: { text: string }) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block, index) => <Block key={index} lines={block.split('\n')} />);
}

function Block({ lines }: { lines: readonly string[] }) {
  if (lines.every((line) => ITEM.test(line)))
    return (
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{spansOf(line.replace(ITEM, ''))}</li>
        ))}
      </ul>
    );
  return (
    <p>
      {lines.map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {spansOf(line)}
        </Fragment>
      ))}
    </p>
  );
}

const spansOf = (line: string): ReactNode[] =>
  line.split(SPAN).map((part, index) => <Fragment key={index}>{spanOf(part)}</Fragment>);

function spanOf(part: string): ReactNode {
  const [, text, address] = LINK.exec(part) ?? [];
  if (address)
    return (
      <a href={address} rel="noreferrer">
        {text}
      </a>
    );
  if (/^\*\*.+\*\*$/.test(part)) return <strong>{part.slice(2, -2)}</strong>;
  if (/^\*.+\*$/.test(part)) return <em>{part.slice(1, -1)}</em>;
  if (/^`.+`$/.test(part)) return <code>{part.slice(1, -1)}</code>;
  return part;
}
