import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { type Command, Option } from 'commander'
import { findKnownEntries, isShared } from '../../../composition/intelligence.ts'
import { ACCUSATIONS, type Accusation } from '../../../domain/feedback.ts'
import type { EntryKey, IntelStore, Override } from '../../../intel/ports.ts'
import { isoTime, printJson } from '../../print.ts'
import { withStore } from '../../withStore.ts'
import { actor, parseIntelKey, parseNote } from './options.ts'
import { overrideText, remainingAccusations, undoCommand } from './present.ts'

const WHAT = 'address, host, URL, or SHA-256 of a host'

type Options = { chain?: Chain; note: string; label?: Accusation; wholeHost?: true; json: boolean }

/** `redoubt intel allow`, `deny` and `unlist`: the operator's own word on one thing. */
export function addWords(intel: Command): void {
  intel
    .command('allow')
    .description(
      'allow an address, host or URL: lists no longer accuse it; sanctions, built-in labels and its behaviour still count',
    )
    .argument('<value>', WHAT)
    .addOption(chainOption())
    .requiredOption('--note <note>', 'reason; kept with the override and in the audit trail', parseNote)
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  $ redoubt intel allow app.example.org --note "our own site, listed by mistake"',
    )
    .action((value: string, options: Options, command: Command) => say('allow', value, options, command))
  intel
    .command('deny')
    .description('deny an address, host or URL: every scan accuses it from now on')
    .argument('<value>', WHAT)
    .addOption(new Option('--label <label>', 'accusation').choices(ACCUSATIONS).makeOptionMandatory())
    .addOption(chainOption())
    .option(
      '--whole-host',
      'also a host that strangers share, such as github.io, or the host of a URL with only a query',
    )
    .requiredOption('--note <note>', 'reason; kept with the override and in the audit trail', parseNote)
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  $ redoubt intel deny 0x… --label scammer --note "drained a customer, case 117"',
    )
    .action((value: string, options: Options, command: Command) => say('deny', value, options, command))
  intel
    .command('unlist')
    .description('remove an allow or deny override')
    .argument('<value>', WHAT)
    .addOption(chainOption())
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt intel unlist app.example.org')
    .action(takeBack)
}

function chainOption(): Option {
  return new Option('--chain <chain>', 'addresses: this network only; default: all networks').choices(CHAINS)
}

function say(verdict: Override['verdict'], value: string, options: Options, command: Command): Promise<void> {
  const { key, chain } = parseIntelKey(command, value, options.chain)
  if (verdict === 'deny' && isShared(key) && !options.wholeHost) {
    command.error(
      `error: <value>: strangers share ${key.value}: deny one page or one subdomain of it, or all of it with --whole-host`,
    )
  }
  if (verdict === 'deny' && key.kind === 'host' && value.includes('?') && !options.wholeHost) {
    command.error(
      `error: <value>: queries are not looked at, so this would deny all of ${key.value}: say so with --whole-host`,
    )
  }
  const label = options.label ?? null
  const override = { ...key, chain, verdict, label, note: options.note, actor: actor(), createdAt: Date.now() }
  return withStore(async ({ intel }) => {
    await intel.setOverride(override)
    const known = await findKnownEntries(intel, key, chain)
    const still = verdict === 'allow' ? remainingAccusations(known) : []
    const others = (await wordsOn(intel, key)).filter((one) => one.value !== key.value || one.chain !== chain)
    if (options.json) {
      return printJson({ ...shown(override), remainingAccusations: still, others: others.map(shown) })
    }
    const told = label === null ? 'is allowed' : `is denied as ${label}`
    process.stdout.write(
      `${key.kind} ${key.value} ${told}${on(chain)}. Take it back: ${undoCommand({ ...key, chain })}\n`,
    )
    if (still.length > 0) process.stdout.write(`Still counts: ${still.join('; ')}\n`)
    if (others.length > 0) process.stdout.write(`Stands beside it: ${others.map(overrideText).join('; ')}\n`)
  })
}

function takeBack(value: string, options: Options, command: Command): Promise<void> {
  const { key, chain } = parseIntelKey(command, value, options.chain)
  return withStore(async ({ intel }) => {
    const removed = await intel.removeOverride({ ...key, chain }, { actor: actor(), now: Date.now() })
    const left = await wordsOn(intel, key)
    const trust = left.map(overrideText).join('; ')
    if (!removed) {
      const rest = trust === '' ? `redoubt intel lookup ${key.value} shows what lists say.` : `it is ${trust}.`
      throw new Error(`Neither allow nor deny was said of ${key.value}${on(chain)}: ${rest}`)
    }
    if (options.json) return printJson({ ...key, chain, removed: true, others: left.map(shown) })
    const now = trust === '' ? 'is as the lists say again' : `is still ${trust}`
    process.stdout.write(`${key.kind} ${key.value} ${now}.\n`)
  })
}

/** On every network; for hosts and URLs, also on what they are part of. */
async function wordsOn(store: IntelStore, key: EntryKey): Promise<Override[]> {
  return (await findKnownEntries(store, key, null)).overrides
}

function shown(override: Override) {
  return { ...override, createdAt: isoTime(override.createdAt) }
}

function on(chain: Chain | null): string {
  return chain === null ? '' : ` on ${chain}`
}
