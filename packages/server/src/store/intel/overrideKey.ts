import type { EntryKey } from '../../intel/ports.ts'

/** Where an operator's word is kept, and how the audit trail calls what it is about. A chain of null: on all. */
export function overrideKey({ kind, value, chain }: EntryKey & { chain: string | null }): {
  columns: { kind: string; value: string; chain: string }
  subject: string
} {
  return {
    columns: { kind, value, chain: chain ?? '' },
    subject: chain === null ? `${kind} ${value}` : `${kind} ${value} on ${chain}`,
  }
}
