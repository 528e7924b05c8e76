import type { Account } from '../../domain/account.ts'
import type { Member } from '../../domain/member.ts'
import type { Plan } from '../../domain/plan.ts'
import type { MemberStore, OneTimeTokens } from '../../domain/ports/members.ts'

/** The operator's own account, where none was made: every way to start makes the same one. */
export const BOOTSTRAP: { name: string; plan: Plan; operator: true } = {
  name: 'bootstrap',
  plan: 'enterprise',
  operator: true,
}

type Ports = {
  accounts: {
    list(): Promise<Account[]>
    create(account: typeof BOOTSTRAP): Promise<Account>
    find(name: string): Promise<Account | null>
  }
  members: MemberStore
  oneTimeTokens: OneTimeTokens
  now(): number
}

/**
 * A link for the first owner, which lasts until it is used: null once anyone has ever signed in, or where it is not clear whose the
 * account would be. Each start makes another; using one ends them all. Nodes that start at once make one member.
 */
export async function createFirstLink({ accounts, members, oneTimeTokens, now }: Ports) {
  if (await members.anySignedIn()) return null
  const known = await accounts.list()
  const account = known.find(({ operator }) => operator) ?? (known.length === 0 ? await bootstrap(accounts) : null)
  if (account === null) return null
  const member = await ownerOf(members, account, now())
  return { account, member, token: await linkFor(oneTimeTokens, member, now()) }
}

/** The owner of an account who is to sign in: its first, or a new one. */
export async function ownerOf(members: MemberStore, account: Account, now: number): Promise<Member> {
  const find = async () => (await members.list(account.id)).find(({ role }) => role === 'owner')
  const known = await find()
  if (known !== undefined) return known
  // Sign-in names are unique in the service, and only the first account needs the short one.
  for (const name of ['owner', `owner of ${account.name}`.slice(0, 64).trim()]) {
    try {
      return await members.create({ accountId: account.id, name, role: 'owner', now })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const made = await find()
      if (made !== undefined) return made
    }
  }
  throw new Error(`The account "${account.name}" has no owner, and none could be made.`)
}

/** @returns a token that is good until it is used. */
export function linkFor(oneTimeTokens: OneTimeTokens, member: Member, now: number): Promise<string> {
  return oneTimeTokens.create({ purpose: 'link', memberId: member.id, expiresAt: null, now })
}

async function bootstrap(accounts: Ports['accounts']): Promise<Account> {
  try {
    return await accounts.create(BOOTSTRAP)
  } catch (error) {
    const other = await accounts.find(BOOTSTRAP.name)
    if (other !== null) return other
    throw error
  }
}
