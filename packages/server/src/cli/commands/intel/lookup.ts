import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { type Command, Option } from 'commander'
import { findKnownEntries, type KnownEntries } from '../../../composition/intelligence.ts'
import { isoTime, printJson, printTable } from '../../print.ts'
import { withStore } from '../../withStore.ts'
import { parseIntelKey } from './options.ts'

/** `redoubt intel lookup` */
export function addLookup(intel: Command): void {
  intel
    .command('lookup')
    .description('show the listings, overrides and built-in labels of an address, host or URL, and since when')
    .argument('<value>', 'address, host, URL, or SHA-256 of a host')
    .addOption(new Option('--chain <chain>', 'addresses: of this network only').choices(CHAINS))
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `
Hosts are listed with all that is below them. Entries that a list dropped, and those of disabled lists, are shown and
do not count.

Examples:
  $ redoubt intel lookup 0x722122df12d4e14e13ac3b6895a86e84145b6967
  $ redoubt intel lookup https://login.example.org/claim --json`,
    )
    .action((value: string, options: { chain?: Chain; json: boolean }, command: Command) => {
      const { key, chain } = parseIntelKey(command, value, options.chain)
      return withStore(async ({ intel: store }) => {
        const known = await findKnownEntries(store, key, chain)
        const urlsBelow = key.kind === 'host' ? await store.urlsBelow(key.value) : 0
        if (options.json) printJson({ ...toJson(known), urlsBelow })
        else print(known, urlsBelow)
      })
    })
}

function print({ key, listings, overrides, labels }: KnownEntries, urlsBelow: number): void {
  process.stdout.write(`${key.kind} ${key.value}\n`)
  const nothing = listings.length + overrides.length + labels.length === 0
  if (nothing && urlsBelow === 0) process.stdout.write('No list knows it, which does not mean that it is safe.\n')
  if (urlsBelow > 0) {
    const max = urlsBelow === 1000 ? '1,000 or more' : String(urlsBelow)
    const count = urlsBelow === 1 ? '1 URL below it is' : `${max} URLs below it are`
    process.stdout.write(`${nothing ? 'The host itself is not listed; ' : ''}${count} listed.\n`)
  }
  if (listings.length > 0) {
    process.stdout.write('\n')
    printTable(
      ['LIST', 'CONFIDENCE', 'SAYS', 'NAME', 'OF', 'CHAIN', 'FIRST SEEN', 'LAST SEEN', 'STATE'],
      listings.map(({ source, label, name, value, chain, firstSeen, lastSeen, state }) => [
        source.id,
        source.confidence,
        label,
        name ?? '',
        value,
        chain ?? 'all',
        isoTime(firstSeen),
        isoTime(lastSeen) ?? 'never',
        state,
      ]),
    )
  }
  if (overrides.length > 0) {
    process.stdout.write('\n')
    printTable(
      ['OPERATOR', 'SAYS', 'OF', 'CHAIN', 'SINCE', 'NOTE'],
      overrides.map(({ actor, verdict, label, value, chain, createdAt, note }) => [
        actor,
        label === null ? verdict : `${verdict}: ${label}`,
        value,
        chain ?? 'all',
        isoTime(createdAt),
        note,
      ]),
    )
  }
  if (labels.length > 0) {
    process.stdout.write('\n')
    printTable(
      ['BUILT IN', 'IS', 'CHAIN', 'CONFIDENCE', 'SOURCE'],
      labels.map(({ chain, label }) => [label.name, label.category, chain, label.confidence, label.source]),
    )
  }
}

function toJson({ key, listings, overrides, labels }: KnownEntries) {
  return {
    ...key,
    listings: listings.map(({ source, sourceId, firstSeen, lastSeen, removedAt, ...entry }) => ({
      ...entry,
      source: { id: sourceId, title: source.title, confidence: source.confidence, licence: source.licence },
      firstSeen: isoTime(firstSeen),
      lastSeen: isoTime(lastSeen),
      removedAt: isoTime(removedAt),
    })),
    overrides: overrides.map((override) => ({ ...override, createdAt: isoTime(override.createdAt) })),
    labels: labels.map(({ chain, label }) => ({ chain, ...label })),
  }
}
