import { agoText, timeText } from './format.ts'

/** When something was: relative, with the exact time on demand. */
export function Moment({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
  if (at === null || at === undefined) return <span className="muted">{none}</span>
  return (
    <time dateTime={at} title={timeText(at)}>
      {agoText(at)}
    </time>
  )
}
