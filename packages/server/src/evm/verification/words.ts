import type { Address, Hex } from '@redoubt/risk/address.ts'
import { cleanText } from '../../lib/cleanText.ts'

// Members of a service's answer, read as what they must be. Anything else is null: unknown, never a guess.

export function object(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** A contract's name, as a stranger wrote it. */
export function nameOf(value: unknown): string | null {
  return typeof value === 'string' ? cleanText(value) || null : null
}

/** `0.8.24` of `v0.8.24+commit.e11b9ed9`; `vyper 0.3.7` of `vyper:0.3.7`. */
export function compilerOf(version: unknown, language?: unknown): string | null {
  if (typeof version !== 'string') return null
  const found = /^(vyper:)?v?(\d{1,3}\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(version)
  if (found === null) return null
  const isVyper = found[1] !== undefined || (typeof language === 'string' && language.toLowerCase() === 'vyper')
  return `${isVyper ? 'vyper ' : ''}${found[2]}`
}

export function addressOf(value: unknown): Address | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? (value.toLowerCase() as Address) : null
}

export function hashOf(value: unknown): Hex | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? (value.toLowerCase() as Hex) : null
}

/** A decimal number, as these services write block numbers and Unix seconds: text or JSON number. */
export function integerOf(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? BigInt(value) : null
}
