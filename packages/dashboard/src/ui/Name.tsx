import { showHidden } from '@redoubt/client/text'

const MAX_SHOWN = 80
/** Characters that a tip may hold: an argument of a call may have a million. */
const MAX_TIP = 2_048

/** A text that a stranger chose: hidden characters are shown, its direction stays inside, and it is cut where it is long. */
export function Name({ text, max = MAX_SHOWN }: { text: string; max?: number }) {
  const bound = Math.max(max, MAX_TIP)
  const left = Math.max(text.length - bound, 0)
  const shown = showHidden(text.slice(0, bound))
  const rest = left > 0 ? ` (${left} more characters)` : ''
  const isCut = left > 0 || shown.length > max
  return (
    <bdi className="name" title={isCut ? `${shown}${left > 0 ? '…' : ''}${rest}` : undefined}>
      {isCut ? `${shown.slice(0, max)}…${rest}` : shown}
    </bdi>
  )
}
