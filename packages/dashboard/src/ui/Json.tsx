import { showHiddenInJson } from '@redoubt/client/text'
import { CopyButton } from './CopyButton.tsx'

/** A value as the service said it. */
export function Json({ value, what }: { value: unknown; what: string }) {
  const text = showHiddenInJson(value, 2)
  return (
    <div className="json">
      <CopyButton text={text} what={what} shown="Copy" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  )
}
