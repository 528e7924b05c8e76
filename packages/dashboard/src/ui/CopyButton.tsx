import { useState } from 'react'

const SAID_MS = 1_500

export function CopyButton({ text, what, shown }: { text: string; what: string; shown?: string }) {
  const [said, setSaid] = useState<string | null>(null)
  async function copy(): Promise<void> {
    const result = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'The browser refused to copy',
    )
    setSaid(result)
    setTimeout(() => setSaid(null), SAID_MS)
  }
  return (
    <button
      type="button"
      className={shown === undefined ? 'icon-button' : 'button'}
      aria-label={shown === undefined ? `Copy ${what}` : undefined}
      title={said ?? `Copy ${what}`}
      onClick={copy}
    >
      {shown === undefined ? (
        <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
          {said === 'Copied' ? (
            <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
          ) : (
            <path
              d="M5.5 5.5h8v8h-8zM2.5 10.5v-8h8"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.3"
              strokeLinejoin="round"
            />
          )}
        </svg>
      ) : (
        (said ?? shown)
      )}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </button>
  )
}
