/** A request to the service, and the name of its subject in the sandbox. `body`: it is posted. */
export type Ask = { name: string; path: string; body?: object }

/** One value that the contract names: a subject whose answer holds it, and the honest twin whose answer does not. */
export type ValueRow = {
  /** Where in `data` the value is; `[]` after a list. */
  member: string
  value: string | boolean
  means: string
  subject: Ask
  twin: Ask
}

export type ValueTable = { title: string; rows: ValueRow[] }

/** Busy machines need longer than a person waits. */
export const LONG_MS = 25_000

type Table = (member: string, of: Record<string, readonly [means: string, subject: Ask, twin: Ask]>) => ValueRow[]

export const rows: Table = (member, of) =>
  Object.entries(of).map(([value, [means, subject, twin]]) => ({ member, value, means, subject, twin }))

export const yes = (member: string, means: string, subject: Ask, twin: Ask): ValueRow => ({
  member,
  value: true,
  means,
  subject,
  twin,
})

/** Several findings of one subject. */
export function found(member: string, subject: Ask, twin: Ask, ids: readonly string[]): ValueRow[] {
  return ids.map((value) => ({ member, value, means: 'see docs/detectors', subject, twin }))
}
