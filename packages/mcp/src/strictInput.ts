import { z } from 'zod'
import { cleanText } from './text.ts'

/** A typing error, and no more: `to` must not be near to everything. */
const MAX_EDITS = 2
const MAX_NAME = 60
const MAX_LISTED = 12

/**
 * An object that refuses members it does not know, with the nearest one that it does: a misspelt member must never turn a drain
 * into PROCEED.
 */
export function strictInput<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => `${cleanText(name, MAX_NAME)}: unknown member; ${nearest(name, known)}`).join('; ')
        : undefined,
  })
}

/** @example nearest('typed_data', ['typedData']) // 'did you mean typedData?' */
export function nearest(name: string, known: readonly string[]): string {
  const given = lettersOf(name.slice(0, MAX_NAME))
  const ranked = known
    .map((one) => ({ one, edits: editsBetween(given, lettersOf(one)), length: one.length }))
    .filter(({ edits, length }) => edits <= Math.min(MAX_EDITS, Math.floor(length / 2)))
    .sort((a, b) => a.edits - b.edits)
  const [best] = ranked
  if (best !== undefined) return `did you mean ${best.one}?`
  const part = known.find((one) => one.length > 3 && given.length > 3 && isPart(given, lettersOf(one)))
  return part === undefined ? `known here: ${listed(known)}` : `did you mean ${part}?`
}

function listed(known: readonly string[]): string {
  const rest = known.length - MAX_LISTED
  return known.slice(0, MAX_LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function isPart(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one)
}

/** Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, wanted] of [...other].entries())
      next.push(
        Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + (letter === wanted ? 0 : 1)),
      )
    row = next
  }
  return row[other.length] ?? 0
}
