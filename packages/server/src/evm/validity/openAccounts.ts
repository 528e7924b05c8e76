import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { OpenAccount, UpgradeableCode } from '@redoubt/risk/facts/validityFacts.ts'
import { SAFE_PROXY_CODE } from '../../intel/onchain/askContract.ts'
import { codeTraits } from '../../intel/onchain/codeTraits.ts'
import { delegation } from '../bytecode/proxy/privilegedAccount.ts'
import { ADMIN_SLOT, ZOS_ADMIN_SLOT } from '../bytecode/proxy/proxySlots.ts'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import { accountsInWord } from '../privileges/holders/accountWords.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { isDelegation } from '../rpc/rpcValues.ts'
import type { Variant, VariantOutcome } from '../simulation/simulator.ts'
import { UNUSED_ACCOUNT } from './otherWords.ts'
import type { ReadAccounts, StorageContexts } from './storageContexts.ts'

/** An account with another balance or code, and the transaction to run with it. */
type Flip = Omit<OpenAccount, 'flip'> & {
  to: string
  variant: Variant
  /** One wei more: the smallest change that any account can make, so that amounts count too. */
  least: boolean
}

/** Limit of accounts tried; those that are only read come first. */
const MAX_ACCOUNTS = 6
const ETHER = 10n ** 18n
/** Wei beyond any balance that code asks for as a sign. */
const RICHES = 10_000n * ETHER
/** Wei up to which a contract's own balance is not meant to be paid out. */
const SPARE = 10n ** 15n
const DELEGATED: Hex = `0xef0100${UNUSED_ACCOUNT.slice(2)}`
const CODE: Hex = '0x00'

/**
 * Changes account state that untrusted code reads: balances, since any account can send coins, and code, which can appear and
 * vanish where an account has none or delegates (EIP-7702). Balances of contracts that run change only a little, as shares and
 * prices follow them. Returns only changes that make the outcome worse for the accounts at stake.
 * @param accounts the accounts that the transaction touched. `balances` false: no code on the path can read a balance.
 */
export async function openAccounts(
  chain: Pick<ChainSource, 'balance' | 'code'>,
  compare: (variants: Variant[]) => Promise<VariantOutcome[]>,
  { block, accounts, balances }: { block: PinnedBlock; accounts: ReadAccounts; balances: boolean },
  signal: AbortSignal,
): Promise<OpenAccount[]> {
  const looked = [...accounts.asked, ...accounts.called].slice(0, MAX_ACCOUNTS)
  const flips = await Promise.all(
    looked.map(async (account) => {
      const [balance, code] = await Promise.all([
        chain.balance(block, account, signal),
        chain.code(block, account, signal),
      ])
      const asked = accounts.asked.includes(account)
      return [...(balances ? otherBalances(account, balance, { code, asked }) : []), ...otherCode(account, code)]
    }),
  )
  const tried = flips.flat()
  const outcomes = await compare(tried.map(({ variant }) => variant))
  const found = new Map<string, OpenAccount>()
  for (const effect of ['new-loss', 'worse'] as const)
    for (const [index, { account, reads, value, writer, to, least }] of tried.entries()) {
      const key = `${account} ${reads}`
      if (outcomes[index] !== effect || found.has(key) || (effect === 'worse' && !least)) continue
      found.set(key, { account, reads, value, flip: { value: to, effect }, writer })
    }
  return [...found.values()]
}

function otherBalances(account: Address, balance: bigint, { code, asked }: { code: Hex; asked: boolean }): Flip[] {
  const flip = (to: bigint, writer: OpenAccount['writer']): Flip => ({
    account,
    reads: 'balance',
    value: String(balance),
    to: String(to),
    writer,
    least: to === balance + 1n,
    variant: { accounts: { [account]: { balance: to } } },
  })
  const more = [1n, ETHER, ...(asked ? [RICHES] : [])].map((amount) => flip(balance + amount, 'anyone'))
  const less = balance > 0n && (asked || balance <= SPARE)
  return less ? [...more, flip(0n, code === '0x' || isDelegation(code) ? 'eoa' : 'contract')] : more
}

function otherCode(account: Address, code: Hex): Flip[] {
  const others = code === '0x' ? [DELEGATED, CODE] : isDelegation(code) ? (['0x', DELEGATED] as const) : []
  return others.map((to) => ({
    account,
    reads: 'code',
    value: code,
    to,
    writer: 'eoa',
    least: false,
    variant: { accounts: { [account]: { code: to } } },
  }))
}

/** Kinds with fixed code, or with code that only the account's own key changes. */
const OWN_AFFAIR: ReadonlySet<string> = new Set(['eip1167', 'eip7702'])

/**
 * Returns contracts on the path whose code can be changed. The account that may change it is looked up for unknown contracts; for
 * well-known ones only the admin slot is read, which costs no call.
 */
export async function upgradeablePath(
  chain: ChainSource,
  { block, contexts, trusted }: { block: PinnedBlock; contexts: StorageContexts; trusted: ReadonlySet<Address> },
  signal: AbortSignal,
): Promise<UpgradeableCode[]> {
  const delegating = [...contexts].flatMap(([proxy, codes]) => {
    const implementation = [...codes].find((code) => code !== proxy)
    return implementation === undefined ? [] : [{ proxy, implementation }]
  })
  const found = delegating.map(async ({ proxy, implementation }): Promise<UpgradeableCode | null> => {
    const code = await chain.code(block, proxy, signal)
    if (SAFE_PROXY_CODE.has(codeTraits(code).hash)) return null
    if (trusted.has(proxy)) {
      // Libraries are fixed in the code; a target read from storage can be replaced there.
      if ((delegation(code)?.slots.length ?? 0) === 0) return null
      const slots = [ADMIN_SLOT, ZOS_ADMIN_SLOT].filter((slot) => code.includes(slot.slice(2)))
      const words = await Promise.all(slots.map((slot) => chain.storage(block, proxy, slot, signal)))
      const admin = words.flatMap(accountsInWord)[0] ?? null
      return { proxy, implementation, admin, adminClass: null, wellKnown: true }
    }
    const resolved = await resolveProxy(chain, { block, address: proxy, code }, signal)
    if (resolved === null || OWN_AFFAIR.has(resolved.kind) || resolved.upgradeable === false) return null
    const { admin } = resolved
    return {
      proxy,
      implementation,
      admin: admin?.address ?? null,
      adminClass: admin?.account ?? 'unknown',
      wellKnown: false,
    }
  })
  return (await Promise.all(found)).filter((one) => one !== null)
}
