import type { Command } from 'commander'
import type { Account } from '../../domain/account.ts'
import { signInLink } from '../../domain/dashboardLink.ts'
import type { Member } from '../../domain/member.ts'
import { LINK_MS } from '../../domain/session.ts'
import type { Store } from '../../store/openStore.ts'
import { printJson } from '../print.ts'
import { withStore } from '../withStore.ts'

type LinkOptions = { account?: string; member?: string; json: boolean }

/** `redoubt dashboard …` */
export function addDashboard(program: Command): void {
  const dashboard = program.command('dashboard').description('signing in to the dashboard')
  dashboard
    .command('link')
    .description('print a link that signs a member in once, within 15 minutes')
    .option('--account <id or name>', 'account of the member; default: the only account, or the operator’s')
    .option('--member <name>', 'sign-in name; default: the first owner of the account, made if there is none')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `
The link begins with PUBLIC_URL, else with HOST and PORT. The first person who opens it is signed in: hand it over in private.

Examples:
  $ redoubt dashboard link
  $ redoubt dashboard link --account acme --member ada`,
    )
    .action((options: LinkOptions) => withStore((store) => link(store, options)))
}

async function link(store: Store, { account: idOrName, member: name, json }: LinkOptions): Promise<void> {
  const [{ readOwnConfig }, { ownerOf }] = await Promise.all([
    import('../readOwnConfig.ts'),
    import('../../usecases/members/firstLink.ts'),
  ])
  const now = Date.now()
  const account = await accountOf(store, idOrName)
  const member = name === undefined ? await ownerOf(store.members, account, now) : await memberOf(store, account, name)
  const expiresAt = now + LINK_MS
  const token = await store.oneTimeTokens.create({ purpose: 'link', memberId: member.id, expiresAt, now })
  await store.auditLog.add({
    accountId: account.id,
    at: now,
    actor: { kind: 'command-line', id: null, name: 'redoubt dashboard link' },
    address: null,
    action: 'link.created',
    subject: member.id,
    detail: member.name,
  })
  const { publicOrigin, host, port } = readOwnConfig()
  const url = signInLink(publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`, token)
  if (json) {
    printJson({ url, member: member.name, account: account.name, expiresAt: new Date(expiresAt).toISOString() })
    return
  }
  process.stderr.write(
    `Signs in "${member.name}" (${member.role}) of account "${account.name}", once, for 15 minutes:\n`,
  )
  process.stdout.write(`${url}\n`)
}

async function accountOf({ accounts }: Store, idOrName?: string): Promise<Account> {
  if (idOrName !== undefined) {
    const account = await accounts.find(idOrName)
    if (account) return account
    throw new Error(`--account ${idOrName}: there is no such account. redoubt accounts list shows them.`)
  }
  const known = await accounts.list()
  const [only, ...others] = known
  const operator = known.find((account) => account.operator)
  const account = others.length === 0 ? only : operator
  if (account !== undefined) return account
  if (only !== undefined) throw new Error('There are several accounts: say which with --account NAME.')
  const { BOOTSTRAP } = await import('../../usecases/members/firstLink.ts')
  return accounts.create(BOOTSTRAP)
}

async function memberOf({ members }: Store, account: Account, name: string): Promise<Member> {
  const member = (await members.list(account.id)).find((one) => one.name === name)
  if (member !== undefined) return member
  throw new Error(`--member ${name}: account "${account.name}" has no such member; an owner invites members.`)
}
