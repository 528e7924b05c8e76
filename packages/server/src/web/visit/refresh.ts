/** What a `Refresh` field or a meta refresh asks for: after how many seconds, and where to; null: the same page again. */
export type Refresh = { seconds: number; href: string | null }

const REFRESH = /^\s*(\d{1,6})?(?:\.[\d.]*)?\s*(?:[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)"?|'([^']*)'?|(\S[\s\S]*))?)?\s*$/i

/** Reads it as browsers do (HTML, 4.2.5.3, shared declarative refresh steps). Null for what is none. */
export function parseRefresh(value: string): Refresh | null {
  const match = REFRESH.exec(value.slice(0, 4_096))
  if (!match || (match[1] === undefined && !/^\s*\./.test(value))) return null
  const href = (match[2] ?? match[3] ?? match[4] ?? '').trim()
  return { seconds: Number(match[1] ?? 0), href: href === '' ? null : href }
}
