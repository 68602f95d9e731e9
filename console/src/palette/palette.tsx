import { Modal, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { paletteTexts } from '../texts/palette.js';
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

/** Finds features and pages by some letters, and switches features. */
export function Palette({ letters, onClose }: PaletteProps) {
  const [query, setQuery] = useState(letters);
  useTypedAhead((letter) => setQuery((typed) => typed + letter));
  const [chosen, setChosen] = useState(0);
  const { commands, note } = useCommands(query);
  const active = Math.min(chosen, commands.length - 1);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(commands[active]);
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
        <Options commands={commands} active={active} onChoice={run} />
      </Modal.Content>
    </Modal.Root>
  );
}

interface OptionsProps {
  commands: readonly Command[];
  active: number;
  onChoice: (command: Command) => void;
}

function Options({ commands, active, onChoice }: OptionsProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul id={LIST} ref={list} role="listbox" aria-label={paletteTexts.title} className={styles.list}>
      {commands.map((command, index) => (
        <li
          key={command.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          aria-disabled={command.lack ? true : undefined}
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
