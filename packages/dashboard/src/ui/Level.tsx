import { wordsOf } from './format.ts'

/** A risk level or severity, in words and colour. */
export function Level({ level, text }: { level: string | null | undefined; text?: string }) {
  return (
    <span className="level" data-level={level ?? 'unknown'}>
      {text ?? (level === null || level === undefined ? 'Unknown' : wordsOf(level))}
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
