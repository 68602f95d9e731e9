import { Modal, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { paletteTexts } from '../../texts/palette.js';
import { type Command, useCommands } from './commands.js';
import styles from './palette.module.css';
import { useTypedAhead } from './typed-ahead.js';

const NO_TRANSITION = { duration: 0 };
const LIST = 'palette-list';
const optionId = (index: number): string => `palette-option-${index}`;

interface PaletteProps {
  /** What was typed before the palette was there. */
  letters: string;
  onClose: () => void;
}

/** Finds features, people, pages and actions by some letters, and switches features. */
export function Palette({ letters, onClose }: PaletteProps) {
  const [query, setQuery] = useState(letters);
  useTypedAhead((letter) => setQuery((typed) => typed + letter));
  const [chosen, setChosen] = useState(0);
  const { commands, isSettled, note } = useCommands(query);
  const active = Math.min(chosen, commands.length - 1);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const enter = useEnter(query, isSettled, () => run(commands[active]));
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isHeld = event.repeat || event.nativeEvent.isComposing;
    if (event.key === 'Enter' && !isHeld) enter();
    else if (step && commands.length > 0)
      setChosen((active + step + commands.length) % commands.length);
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={onClose} yOffset="10vh" size="lg" transitionProps={NO_TRANSITION}>
      <Modal.Overlay />
      <Modal.Content aria-label={paletteTexts.title} role="dialog">
        <TextInput
          data-autofocus
          size="md"
          variant="unstyled"
          className={styles.input}
          placeholder={paletteTexts.placeholder}
          aria-label={paletteTexts.placeholder}
          role="combobox"
          aria-expanded
          aria-controls={LIST}
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          maxLength={100}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <p className={styles.note} role="status">
          {note}
        </p>
        <Options commands={commands} active={active} isBusy={!isSettled} onChoice={run} />
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * What Enter does. People press it before the service has answered: it waits until the commands are
 * those of all letters, since those of fewer letters can be of another feature. More letters call
 * it off.
 */
function useEnter(query: string, isSettled: boolean, act: () => void): () => void {
  const asked = useRef<string>(undefined);
  const actIfSettled = (): void => {
    if (asked.current !== query) asked.current = undefined;
    else if (isSettled) {
      asked.current = undefined;
      act();
    }
  };
  useEffect(actIfSettled);
  return () => {
    asked.current = query;
    actIfSettled();
  };
}

interface OptionsProps {
  commands: readonly Command[];
  active: number;
  /** Whether the commands are those of fewer letters. */
  isBusy: boolean;
  onChoice: (command: Command) => void;
}

function Options({ commands, active, isBusy, onChoice }: OptionsProps) {
  return (
    <ul
      id={LIST}
      role="listbox"
      aria-label={paletteTexts.title}
      aria-busy={isBusy}
      className={styles.list}
    >
      {commands.map((command, index) => (
        <li
          key={command.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          ref={(item) => {
            if (index === active) item?.scrollIntoView?.({ block: 'nearest' });
          }}
          onClick={() => onChoice(command)}
        >
          <span className={styles.label}>{command.label}</span>
          <span className={styles.detail}>{command.lack ?? command.detail}</span>
        </li>
      ))}
    </ul>
  );
}
