import { CHAINS } from '@redoubt/risk/chain.ts'
import {
  isStale,
  type KnownEntries,
  outcomeLine,
  type RefreshOutcome,
  sanctionLists,
} from '../../../composition/intelligence.ts'
import { ACCUSATIONS } from '../../../domain/feedback.ts'
import type { IntelSource, NewIntelSource, Override } from '../../../intel/ports.ts'
import { maskUrl } from '../../../maskUrl.ts'
import { isoTime } from '../../print.ts'
import { formatDuration } from './options.ts'

/** Where a list comes from, as it may be shown: the path and query of a URL may hold a key. */
export function redactedLocation({ location }: Pick<NewIntelSource, 'location'>): string {
  if (location === '') return 'unknown: the server secret it was kept under is gone'
  return location.startsWith('/') ? location : maskUrl(location)
}

/** A list for `--json`. */
export function sourceJson(source: IntelSource) {
  const { etag, lastModified, refreshMs, ...shown } = source
  return {
    ...shown,
    location: redactedLocation(source),
    every: formatDuration(refreshMs),
    state: sourceState(source),
    refreshedAt: isoTime(source.refreshedAt),
    changedAt: isoTime(source.changedAt),
    nextAttemptAt: isoTime(source.nextAttemptAt),
    createdAt: isoTime(source.createdAt),
  }
}

/** In a word whether a list does its work. */
function sourceState(source: IntelSource): string {
  const { enabled, failures, generation } = source
  if (!enabled) return 'disabled'
  // Stale goes before failing: failures are shown below the table, and a stale sanctions list clears no address.
  if (generation > 0 && isStale(source, Date.now())) return 'stale'
  if (failures > 0) return 'failing'
  return generation === 0 ? 'not loaded yet' : 'ok'
}

export const SOURCE_HEADINGS = ['ID', 'TITLE', 'LABEL', 'CONFIDENCE', 'ENTRIES', 'REFRESHED', 'EVERY', 'STATE', 'FROM']

/** A list as a row under SOURCE_HEADINGS. */
export function sourceRow(source: IntelSource): string[] {
  return [
    source.id,
    source.title,
    source.label,
    source.confidence,
    String(source.entryCount),
    isoTime(source.refreshedAt) ?? 'never',
    formatDuration(source.refreshMs),
    sourceState(source),
    redactedLocation(source),
  ]
}

/** How the refresh of a list ended, for people; null: another process has it. */
export function outcomeText(id: string, outcome: RefreshOutcome | null): string {
  if (outcome !== null) return outcomeLine(outcome)
  return (
    `list ${id}: another process is fetching it, or was killed doing so: ` +
    'it is free again within 5 minutes, and --force does not wait'
  )
}

/** The same for `--json`. */
export function outcomeJson(id: string, outcome: RefreshOutcome | null) {
  if (outcome === null) return { id, outcome: 'busy' }
  return outcome.outcome === 'failed' ? { ...outcome, nextAttemptAt: isoTime(outcome.nextAttemptAt) } : outcome
}

/** `denied as scammer on bsc (redoubt intel unlist 0x… --chain bsc)`: an operator's word that stands, and how to take it back. */
export function overrideText(override: Override): string {
  const { verdict, label, chain } = override
  const told = verdict === 'allow' ? 'allowed' : `denied as ${label}`
  return `${told}${chain === null ? '' : ` on ${chain}`} (${undoCommand(override)})`
}

export function undoCommand({ value, chain }: Pick<Override, 'value' | 'chain'>): string {
  return `redoubt intel unlist ${value}${chain === null ? '' : ` --chain ${chain}`}`
}

/** Whether the loaded lists can clear an address, by network, for `--json`. */
export function sanctionsJson(sources: readonly IntelSource[], now: number = Date.now()) {
  return CHAINS.map((chain) => ({ chain, ...sanctionLists(sources, chain, now) }))
}

/** The same in a line for people, with what to do: `Sanctions: known`, or `unknown, because …`, or both by network. */
export function sanctionsText(sources: readonly IntelSource[], now: number = Date.now()): string {
  const groups = [...Map.groupBy(sanctionsJson(sources, now), ({ reason }) => reason)]
  const parts = groups.map(([reason, of]) => {
    const where = groups.length === 1 ? '' : ` on ${of.map(({ chain }) => chain).join(', ')}`
    return reason === null ? `known${where}` : `unknown${where}, because ${reason}`
  })
  return `Sanctions: ${parts.join('; ')}\n`
}

const ACCUSING: ReadonlySet<string> = new Set(ACCUSATIONS)

/**
 * What an allowance leaves standing, one line of words each: sanctions, and accusations that the program carries with it. What the
 * chain itself says (the sanctions oracle, freeze lists, a mixer's code) is asked at each scan and not here.
 */
export function remainingAccusations({ listings, labels }: Pick<KnownEntries, 'listings' | 'labels'>): string[] {
  const sanctions = listings
    .filter(({ label, state }) => label === 'sanctioned' && state === 'listed')
    .map(({ source }) => `sanctioned by ${source.title}`)
  const builtIn = [...Map.groupBy(labels, ({ label: { name, category } }) => `${name}, ${category}`)]
    .filter(([, [first]]) => first && ACCUSING.has(first.label.category))
    .map(([what, on]) => `built in: ${what} (${on.map(({ chain }) => chain).join(', ')})`)
  return [...new Set([...sanctions, ...builtIn])]
}
