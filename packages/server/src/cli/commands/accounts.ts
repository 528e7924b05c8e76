import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Account } from '../../domain/account.ts'
import { NAME_EXPECTED, NAME_PATTERN } from '../../domain/account.ts'
import type { Plan } from '../../domain/plan.ts'
import { isoTime, printJson, printTable } from '../print.ts'
import { withStore } from '../withStore.ts'

export const PLANS: Plan[] = ['free', 'pro', 'enterprise']

/** `redoubt accounts …` */
export function addAccounts(program: Command): void {
  const accounts = program.command('accounts').description('accounts; each owns a plan, keys and private data')
  accounts
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'unique name', parseName)
    .addOption(new Option('--plan <plan>', 'limits and features').choices(PLANS).makeOptionMandatory())
    .option('--operator', 'may change global data: intelligence, accounts, plans', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt accounts create --name acme --plan pro')
    .action((options: { name: string; plan: Plan; operator: boolean; json: boolean }) =>
      withStore(async (store) => {
        const account = await store.accounts.create(options)
        if (options.json) printJson(toJson(account))
        else print([account])
      }),
    )
  accounts
    .command('list')
    .description('list the accounts')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  $ redoubt accounts list --json')
    .action((options: { json: boolean }) =>
      withStore(async (store) => {
        const list = await store.accounts.list()
        if (options.json) printJson(list.map(toJson))
        else if (list.length === 0) process.stderr.write('No accounts yet: redoubt accounts create --help\n')
        else print(list)
      }),
    )
}

/** A name by the one rule for names, that of the HTTP interface. */
export function parseName(text: string): string {
  if (!new RegExp(NAME_PATTERN, 'u').test(text)) throw new InvalidArgumentError(`A name has ${NAME_EXPECTED}.`)
  return text
}

function print(accounts: Account[]): void {
  printTable(
    ['ID', 'NAME', 'PLAN', 'OPERATOR', 'CREATED'],
    accounts.map(({ id, name, plan, operator, createdAt }) => [
      id,
      name,
      plan,
      operator ? 'yes' : 'no',
      isoTime(createdAt),
    ]),
  )
}

function toJson(account: Account) {
  return { ...account, createdAt: isoTime(account.createdAt) }
}
