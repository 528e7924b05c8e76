import { wordsOf } from './format.ts'

/** Characters that stay on one line. */
const MAX_LINE = 24

/** A risk level or severity, in words and colour. */
export function Level({ level, text }: { level: string | null | undefined; text?: string }) {
  const shown = text ?? (level === null || level === undefined ? 'Unknown' : wordsOf(level))
  return (
    <span className={shown.length > MAX_LINE ? 'level level-long' : 'level'} data-level={level ?? 'unknown'}>
      {shown}
    </span>
  )
}

/** A score of 100 with its level. */
export function Score({ score, level }: { score: number; level: string }) {
  return (
    <span className="score">
      <Level level={level} /> <span className="number">{score}</span>
      <span className="muted"> / 100</span>
    </span>
  )
}
