import { type Command, Option } from 'commander'
import { CHAINS, type Chain } from '../../../risk/chain.ts'
import { ACCUSATIONS, type Accusation, type Override } from '../../../sources/intel/ports.ts'
import { printJson } from '../../print.ts'
import { withStore } from '../../withStore.ts'
import { actor } from './actor.ts'
import { parseNote } from './note.ts'
import { readThing } from './readThing.ts'

const WHAT = 'address, host, URL, or SHA-256 of a host'

type Options = { chain?: Chain; note: string; label?: Accusation; json: boolean }

/** `redoubt intel allow`, `deny` and `unlist`: the operator's own word on one thing. */
export function addWords(intel: Command): void {
  intel
    .command('allow')
    .description('silence every list on one thing; sanctions and what it really does still count')
    .argument('<value>', WHAT)
    .addOption(chainOption())
    .requiredOption('--note <note>', 'why; kept with it and in the audit trail', parseNote)
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  $ redoubt intel allow app.example.org --note "our own site, listed by mistake"',
    )
    .action((value: string, options: Options, command: Command) => say('allow', value, options, command))
  intel
    .command('deny')
    .description('a list of one: what every scan says of this address, host or URL from now on')
    .argument('<value>', WHAT)
    .addOption(new Option('--label <label>', 'what it is accused of').choices(ACCUSATIONS).makeOptionMandatory())
    .addOption(chainOption())
    .requiredOption('--note <note>', 'why; kept with it and in the audit trail', parseNote)
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  $ redoubt intel deny 0x… --label scammer --note "drained a customer, case 117"',
    )
    .action((value: string, options: Options, command: Command) => say('deny', value, options, command))
  intel
    .command('unlist')
    .description('take back what allow or deny said')
    .argument('<value>', WHAT)
    .addOption(chainOption())
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt intel unlist app.example.org')
    .action(takeBack)
}

function chainOption(): Option {
  return new Option('--chain <chain>', 'addresses: on this network only; default: all').choices(CHAINS)
}

function say(verdict: Override['verdict'], value: string, options: Options, command: Command): Promise<void> {
  const { key, chain } = readThing(command, value, options.chain)
  const label = options.label ?? null
  const override = { ...key, chain, verdict, label, note: options.note, actor: actor(), createdAt: Date.now() }
  return withStore(async ({ intel }) => {
    await intel.setOverride(override)
    if (options.json) printJson({ ...override, createdAt: new Date(override.createdAt).toISOString() })
    else {
      const told = label === null ? 'is allowed' : `is denied as ${label}`
      process.stdout.write(
        `${key.kind} ${key.value} ${told}${on(chain)}. Take it back: redoubt intel unlist ${key.value}\n`,
      )
    }
  })
}

function takeBack(value: string, options: Options, command: Command): Promise<void> {
  const { key, chain } = readThing(command, value, options.chain)
  return withStore(async ({ intel }) => {
    if (!(await intel.removeOverride({ ...key, chain }, { actor: actor(), now: Date.now() }))) {
      throw new Error(
        `Neither allow nor deny was said of ${key.value}${on(chain)}: redoubt intel lookup ${key.value} shows what was.`,
      )
    }
    if (options.json) printJson({ ...key, chain, removed: true })
    else process.stdout.write(`${key.kind} ${key.value} is as the lists say again.\n`)
  })
}

function on(chain: Chain | null): string {
  return chain === null ? '' : ` on ${chain}`
}
