import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { OpenAllowance } from '@redoubt/risk/facts/purchaseFacts.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { TransactionSources } from './transactionSources.ts'

const ERC20 = parseAbi(['function balanceOf(address holder) view returns (uint256)'])
/** Spenders whose allowances are read, and unknown ones whose code is executed for it. */
const MAX_SPENDERS = 4
const MAX_SCREENED = 2
const MAX_OWNERS = 2

type Candidate = { account: Account; owner: Address; token: Address | null }

/**
 * Finds allowances from before to contracts that any account can make spend them: contracts that the transaction calls or takes tokens by.
 * What a contract is comes first, from its label,
 * its contract scan or its code; only for an open one are allowances read.
 */
export function gatherOpenAllowances(
  sources: Pick<TransactionSources, 'account' | 'read' | 'hasOpenPulls' | 'allowancesTo'>,
): NonNullable<FactProviders['openAllowances']> {
  return async (get, signal) => {
    const { allowancesTo } = sources
    if (allowancesTo === undefined) return []
    const [block, principals, steps, judged, changes, approvals, pulls] = await Promise.all([
      get('block'),
      get('principals'),
      get('decodedSteps'),
      attempt(get, 'contractJudgements'),
      attempt(get, 'balanceChanges'),
      attempt(get, 'approvalChanges'),
      attempt(get, 'tokenPulls'),
    ])
    const rows = (changes.value ?? []).filter(({ account }) => principals.includes(account))
    const gained = rows.filter(({ change, assetType }) => change > 0n && assetType === 'erc20')
    const called = new Set(steps.flatMap(({ to }) => to ?? []))
    const owners = principals.slice(0, MAX_OWNERS)
    let failure: unknown = null
    const candidates = await open()
    const found = await Promise.all(candidates.slice(0, MAX_SPENDERS).map(allowances))
    const unique = new Map(found.flat().map((one) => [`${one.spenderAccount.address} ${one.token}`, one]))
    const answer = [...unique.values()]
    if (failure === null && candidates.length <= MAX_SPENDERS) return answer
    return new Incomplete(answer, {
      reason: signal.aborted ? 'late' : 'failed',
      message: 'earlier allowances to contracts that any account can use were not all read',
      root: 'openAllowances',
      decisive: false,
      error: failure,
    })

    /** Open contracts with an owner who may have approved them. `token`: the one approved; null: any. */
    async function open(): Promise<Candidate[]> {
      const ofCalled = Object.values(judged.value ?? {}).flatMap(({ address, account, openPulls }): Candidate[] =>
        openPulls === true && called.has(address) ? owners.map((owner) => ({ account, owner, token: null })) : [],
      )
      const used = (pulls.value ?? []).map(({ spender, holder, token }) => ({ spender, owner: holder, token }))
      const labelled = [...called].flatMap((spender) => owners.map((owner) => ({ spender, owner, token: null })))
      const known = new Set(ofCalled.map(({ account }) => account.address))
      const asked = used.filter(({ spender }) => !known.has(spender) && !principals.includes(spender))
      const ways = [...labelled, ...asked]
      const others = [...new Map(ways.map((one) => [`${one.spender} ${one.owner} ${one.token}`, one])).values()]
      const screened = new Map<Address, Promise<boolean>>()
      const read = await Promise.all(
        others.map(async ({ spender, owner, token }): Promise<Candidate[]> => {
          try {
            const account = await sources.account(block, spender, signal)
            const kind = spenderKindOf(account)
            const isJudged = judged.value?.[spender] !== undefined && judged.value[spender].openPulls !== true
            if (kind !== 'open-executor' && (kind !== 'unknown' || token === null || isJudged)) return []
            return kind === 'open-executor' || (await screen(spender)) ? [{ account, owner, token }] : []
          } catch (error) {
            failure ??= error
            return []
          }
        }),
      )
      return [...ofCalled, ...read.flat()]

      function screen(spender: Address): Promise<boolean> {
        const before = screened.get(spender)
        if (before !== undefined) return before
        if (screened.size >= MAX_SCREENED) return Promise.resolve(false)
        const one = sources.hasOpenPulls?.(block, spender, signal) ?? Promise.resolve(false)
        screened.set(spender, one)
        return one
      }
    }

    async function allowances({ account, owner, token }: Candidate): Promise<OpenAllowance[]> {
      const spender = account.address
      const tokens = token === null ? gained.flatMap(({ address }) => address ?? []) : [token]
      try {
        const of = { owner, spender, tokens, logged: token === null }
        const { allowances: live, complete } = (await allowancesTo?.(block, of, signal)) ?? {
          allowances: [],
          complete: true,
        }
        if (!complete) failure ??= new Error('approval events could not be read')
        const read = await Promise.all(live.map((one) => allowanceOf(one, { account, owner })))
        return read.flat()
      } catch (error) {
        failure ??= error
        return []
      }
    }

    async function allowanceOf(
      { token, amount, operator }: { token: Address; amount: bigint; operator: boolean },
      { account, owner }: Pick<Candidate, 'account' | 'owner'>,
    ): Promise<OpenAllowance[]> {
      const changed = (approvals.value ?? []).find(
        (one) => one.token === token && one.owner === owner && one.spender === account.address && one.tokenId === null,
      )
      // What this transaction grants has rules of its own.
      if (changed !== undefined && (changed.before === null || changed.after > changed.before)) return []
      const allowance = changed === undefined ? amount : changed.after
      const row = rows.find((one) => one.address === token && one.account === owner && one.tokenId === null)
      const balance = row?.after ?? (await balanceOf(token, owner))
      const taken = operator || balance < allowance ? balance : allowance
      if (taken === 0n || allowance === 0n) return []
      return [
        {
          token,
          assetType: operator ? 'erc721' : 'erc20',
          symbol: row?.symbol ?? changed?.symbol ?? null,
          decimals: operator ? 0 : (row?.decimals ?? changed?.decimals ?? null),
          spenderAccount: account,
          allowance,
          operator,
          amount: taken,
          gained: isGain(row),
        },
      ]
    }

    async function balanceOf(token: Address, owner: Address): Promise<bigint> {
      const data = encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [owner] })
      const answer = await sources.read(block, { to: token, data }, signal)
      return answer === null || answer.length !== 66 ? 0n : BigInt(answer)
    }
  }
}

function isGain(row: BalanceChange | undefined): boolean {
  return row !== undefined && row.change > 0n
}
