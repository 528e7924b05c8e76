import { showHidden } from '@redoubt/client/text'

const MAX_SHOWN = 80

/** A text that a stranger chose: hidden characters are shown, its direction stays inside, and it is cut where it is long. */
export function Name({ text, max = MAX_SHOWN }: { text: string; max?: number }) {
  const shown = showHidden(text)
  return (
    <bdi className="name" title={shown.length > max ? shown : undefined}>
      {shown.length > max ? `${shown.slice(0, max)}…` : shown}
    </bdi>
  )
}
