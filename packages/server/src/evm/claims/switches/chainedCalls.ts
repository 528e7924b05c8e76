import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import { isBurnAddress } from '../../privileges/effects.ts'
import type { Candidate } from '../../privileges/holders/candidate.ts'
import { callAs } from '../../rights/takeCalls.ts'
import { words } from '../../trade/trader.ts'
import type { Searched } from '../callers/searchPrivileges.ts'
import { exitFunctions } from '../calls/exitCalls.ts'
import { type RoleOrder, roleCalls } from '../calls/roleCalls.ts'
import type { SwitchQuestion } from './switchQuestion.ts'

const MAX_CALLERS = 2
const MAX_SETTINGS = 6
const MAX_SETTING_CALLS = 8
const MAX_DRAWS = 8
export const MAX_DRAW_CALLS = 16
/** Calls that follow a setting. */
const MAX_FIRST = 40
const MAX_ASKING = 2
const MAX_TOKENS = 3
const MAX_IDS = 4
/** More than any account holds, and small enough to be multiplied by a price; as flags, all of them. */
export const PLENTY = (1n << 110n) - 1n
/** Decimals of the account's own token, and what an amount of six decimals is multiplied by for it. */
const DECIMALS = 18n
const SCALE = 10n ** 12n
const TRANSFER_FROM = '0x23b872dd'
const OWNERSHIP = new Set(['0xf2fde38b', '0x715018a6', '0x79ba5097'])
/** Functions of tokens by which a contract pays. */
const PAYMENTS = new Set(['0xa9059cbb', TRANSFER_FROM, '0x42842e0e', '0xf242432a'])

export type Setting = Pick<AcceptedCall, 'target' | 'made' | 'caller'>

/**
 * The calls that a privileged account may chain: what it sets, in what ways, and what it then asks to be paid. `pots`: amounts that the contract
 * has and that were paid in. `alone`: selectors that do harm by themselves.
 */
export function createChainedCalls(
  question: SwitchQuestion,
  { context, tried, refused }: Searched,
  alone: ReadonlySet<string>,
) {
  const { account, watched, contract, named } = question
  const { fixture, bytecode } = context
  const assets = watched.flatMap(({ asset }) => asset ?? [])
  const tokens = [...new Set([...named.filter((one) => one !== account), ...assets])].slice(0, MAX_TOKENS)
  const pots = watched.flatMap(({ asset, amount, tokenId }) => {
    if (tokenId !== null) return []
    const all = asset === null ? fixture.nativeHeld : fixture.assets.find(({ address }) => address === asset)?.held
    return [...new Set([all ?? amount, amount])]
  })

  return { callers: callersOf(), pots, settingsOf, askingSettings, waysOf, drawsOf }

  /** Accounts with a function that strangers are refused, and that the depositor did not choose. */
  function callersOf(): Candidate[] {
    const privileged = tried.filter(({ made, caller }) => caller.role !== 'stranger' && !openToAll().has(made.selector))
    const accounts = new Map(privileged.map(({ caller }) => [caller.address, caller]))
    return [...accounts.values()]
      .filter(({ address }) => address !== account && !named.includes(address) && !isBurnAddress(BigInt(address)))
      .slice(0, MAX_CALLERS)
  }

  function openToAll(): Set<string> {
    return new Set(tried.flatMap(({ caller, made }) => (caller.role === 'stranger' ? [made.selector] : [])))
  }

  function settingsOf({ address }: Candidate): Setting[] {
    const open = openToAll()
    const own = tried.filter(
      ({ caller, made, first }) =>
        caller.address === address &&
        first === undefined &&
        !open.has(made.selector) &&
        !alone.has(made.selector) &&
        !OWNERSHIP.has(made.selector) &&
        made.arguments !== '',
    )
    const unique = new Map(own.map((one) => [`${one.target.address} ${one.made.selector}`, one]))
    return [...unique.values()]
      .toSorted((a, b) => Number(isRead(b.made)) - Number(isRead(a.made)))
      .slice(0, MAX_SETTINGS)
  }

  /**
   * Functions with the gate of one that the account passes, which ask the contract that they name something, and take no made-up answer: the
   * account's own contract answers.
   */
  function askingSettings(caller: Candidate): Setting[] {
    const passed = tried.filter((one) => one.caller.address === caller.address && one.made.gated)
    return refused
      .flatMap(({ target, made }): Setting[] => {
        const { gated, gatedBy, asks, callsBack, writes } = made
        const isAsking = asks.length > 0 || callsBack === true
        const isSameGate = passed.some(
          (one) =>
            one.target.address === target.address &&
            (gatedBy.length === 0
              ? one.made.gatedBy.length === 0
              : gatedBy.some((slot) => one.made.gatedBy.includes(slot))),
        )
        const isSetting = gated && isAsking && isSameGate && writes.length > 0 && namesAccount(made)
        return isSetting ? [{ target, made, caller }] : []
      })
      .slice(0, MAX_ASKING)
  }

  /** Whether another function of the contract reads what this one writes. */
  function isRead({ selector, writes }: ContractFunction): boolean {
    return bytecode.functions.some(
      (other) =>
        other.selector !== selector &&
        writes.some((slot) => other.reads.includes(slot) || other.gatedBy.includes(slot)),
    )
  }

  /** The setting for its caller and for a token of its own, once for each token that it may stand for: the last values stay. */
  function waysOf({ target, made, caller }: Setting): Transaction[][] {
    const own = [account, caller.address] as const
    const pairs = /\baddress\b/.test(made.signature ?? made.arguments)
      ? [own, ...tokens.map((one) => [one, fixture.probe] as const)]
      : [own]
    return pairs.map((pair) => {
      const isDecimals = /\buint8\b/.test(made.signature ?? made.arguments)
      const numbers = isDecimals
        ? { amounts: [DECIMALS], ids: [] }
        : { amounts: [PLENTY, 1n], ids: question.ids.slice(0, 2) }
      const asked = { contract: target.address, made, from: caller.address }
      return roleCalls(asked, [pair, [fixture.probe, caller.address]], numbers)
        .slice(0, MAX_SETTING_CALLS)
        .toReversed()
    })
  }

  function drawsOf(caller: Candidate, settings: readonly Setting[], order: RoleOrder): Transaction[] {
    const from = caller.address
    const set = new Set(settings.map(({ made }) => made.selector))
    const written = new Set(settings.flatMap(({ made }) => made.writes))
    // What neither pays nor names a receiver comes last: it may change what the others need.
    const rank = ({ reads, gatedBy, sendsNative, asks, signature, arguments: recovered }: ContractFunction) =>
      (sendsNative || asks.some((one) => PAYMENTS.has(one)) || /\baddress\b/.test(signature ?? recovered) ? 0 : 2) +
      ([...reads, ...gatedBy].some((slot) => written.has(slot)) ? 0 : 1)
    const functions = exitFunctions(bytecode.functions)
      .filter(({ selector }) => !alone.has(selector) && !set.has(selector) && !OWNERSHIP.has(selector))
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, MAX_DRAWS)
    const ids = question.ids.filter((one) => !pots.includes(one)).slice(0, MAX_IDS)
    const pairs = [
      [fixture.probe, from],
      [account, from],
    ] as const
    const rows = functions.map((made) =>
      roleCalls(
        { contract, made, from },
        pairs,
        { amounts: [...pots, ...pots.map((one) => one * SCALE), PLENTY], ids },
        order,
      ).slice(0, MAX_DRAW_CALLS),
    )
    const receipts = bytecode.functions.some(({ selector }) => selector === TRANSFER_FROM)
      ? [...ids, ...pots.slice(-1)].map((one) => callAs(from, contract, words(TRANSFER_FROM, account, from, one)))
      : []
    const byTurns = Array.from({ length: MAX_DRAW_CALLS }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
    return [...receipts, ...byTurns].slice(0, MAX_FIRST)
  }
}

/** Whether an account stands among its arguments. */
export function namesAccount({ signature, arguments: recovered }: ContractFunction): boolean {
  return /\baddress\b/.test(signature ?? recovered)
}
