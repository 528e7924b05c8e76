import { userInfo } from 'node:os'
import type { Chain } from '@redoubt/risk/chain.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { canonicalKey } from '../../../composition/intelligence.ts'
import { visiblePattern } from '../../../domain/account.ts'
import type { EntryKey } from '../../../intel/ports.ts'

/** Who a command acts for, as the audit trail names them. */
export function actor(): string {
  return `cli:${userName()}`
}

/** In a container the user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

const MAX_LENGTH = 120

/** A line of words by an operator, to be shown beside facts. */
export function parseNote(text: string): string {
  const note = text.trim()
  if (!new RegExp(visiblePattern(MAX_LENGTH), 'u').test(note))
    throw new InvalidArgumentError(`1 to ${MAX_LENGTH} characters, no invisible or control characters.`)
  return note
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** @example parseDuration('6h') // 21_600_000 */
export function parseDuration(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('Minutes, hours or days: 30m, 6h, 1d.')
  return Number(count) * UNITS[unit as keyof typeof UNITS]
}

/** Milliseconds in the largest unit that divides them. @example formatDuration(21_600_000) // '6h' */
export function formatDuration(ms: number): string {
  for (const unit of ['d', 'h', 'm'] as const) if (ms % UNITS[unit] === 0) return `${ms / UNITS[unit]}${unit}`
  return `${Math.round(ms / 1000)}s`
}

/** Reads an address, host, URL or hash that a command is about, and the network it is meant on; null: all. */
export function parseIntelKey(
  command: Command,
  text: string,
  chain: Chain | undefined,
): { key: EntryKey; chain: Chain | null } {
  const key = canonicalKey(text)
  if (key === null) {
    command.error('error: <value>: expected an address (0x and 40 hex digits), a host, a URL, or the SHA-256 of a host')
  }
  if (chain !== undefined && key.kind !== 'address')
    command.error(`error: --chain: expected with an address only, not with a ${key.kind}`)
  return { key, chain: chain ?? null }
}
