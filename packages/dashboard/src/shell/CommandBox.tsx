import * as Dialog from '@radix-ui/react-dialog'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { pathOfSubject } from '../subject/pathOfSubject.ts'
import { recognise } from '../subject/recognise.ts'
import { subjectTitle } from '../subject/subjectTitle.ts'
import { NAVIGATION } from './navigation.ts'

type Choice = { title: string; note: string; path: string; state?: unknown }

const MAX_CHOICES = 8
/** A hash fits; what the window has no room for ends in an ellipsis. */
const MAX_NOTE = 66

/** Opens with `/`: pages by name, and anything that can be scanned. */
export function CommandBox() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const target = event.target as HTMLElement
      const types = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      const asked = (event.key === '/' && !types) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
      if (!asked) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="command-button">
        <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
          <path
            d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5 14 14"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
          />
        </svg>
        <span className="command-hint">Search or scan anything</span>
        <kbd>/</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <div className="backdrop" aria-hidden="true" />
        <Dialog.Content className="command" aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">Search or scan anything</Dialog.Title>
          <Choices close={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Choices({ close }: { close: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [, navigate] = useLocation()
  const { operator } = useSession()
  const id = useId()
  const choices = choicesFor(text, operator)
  const chosen = Math.min(at, choices.length - 1)

  function go(choice: Choice | undefined): void {
    if (choice === undefined) return
    close()
    navigate(choice.path, { state: choice.state })
  }
  function onKeyDown(event: React.KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || choices.length === 0) return
    event.preventDefault()
    setAt((chosen + step + choices.length) % choices.length)
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    go(choices[chosen])
  }

  return (
    <form onSubmit={onSubmit}>
      <input
        className="command-input"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label="Address, name, URL, hash, calldata, typed data or page"
        placeholder="Address, ENS name, URL, hash, calldata, typed data, page"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Choices" className="command-list">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active choice.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys.
          <div
            key={choice.title + choice.path}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="command-choice"
            onClick={() => go(choice)}
          >
            <span>{choice.title}</span>
            <span className="muted">{choice.note}</span>
          </div>
        ))}
      </div>
    </form>
  )
}

function choicesFor(text: string, operator: boolean): Choice[] {
  const wanted = text.trim().toLowerCase()
  const places = NAVIGATION.flatMap((group) =>
    group.places
      .filter((place) => (operator || !place.operator) && place.title.toLowerCase().includes(wanted))
      .map(({ title, path }) => ({ title, path, note: group.title })),
  )
  const subject = recognise(text)
  // Short words are searches for a page; what has a form of its own is scanned first.
  const scan: Choice[] =
    subject === null
      ? []
      : [
          {
            title: `Scan ${subjectTitle(subject)}`,
            note: text.trim().slice(0, MAX_NOTE),
            path: pathOfSubject(subject),
            state: { text },
          },
        ]
  const choices = subject?.kind === 'message' ? [...places, ...scan] : [...scan, ...places]
  return choices.slice(0, MAX_CHOICES)
}
