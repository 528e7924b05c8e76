import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callData } from '../decode/callData.ts'
import type { CallOutcome } from '../simulation/simulator.ts'
import { readTraderAnswers, traderReads, word } from '../trade/trader.ts'
import type { Fixture } from './fixture.ts'

/** State of the subject at one moment of an attempt. Null where it gave no answer. */
export type Observation = {
  /** Of the subject's own tokens. */
  held: {
    holder: bigint | null
    recipient: bigint | null
    caller: bigint | null
    pool: bigint | null
    subject: bigint | null
  }
  supply: bigint | null
  owner: bigint | null
  pieceOwner: bigint | null
  native: { subject: bigint; caller: bigint; recipient: bigint }
  codeSize: bigint
  /** By asset of the stage. */
  assets: { holder: bigint | null; subject: bigint | null; caller: bigint | null; recipient: bigint | null }[]
}

type Watched = { subject: Address; caller: Address; fixture: Fixture }
const OWNER = '0x8da5cb5b'
const FIXED = 11
/** Each question takes a million at most, and what sends coin in a static call burns all of it: a fallback that passes coin on answers so. */
const GAS = 20_000_000n

/** One call that reads all of it, bounded however hostile the subject is. */
export function observeCall({ subject, caller, fixture }: Watched): Transaction {
  const { holder, recipient, pool, tokenId, reader, accounts, assets, stranger } = fixture
  const balance = (token: Address, who: Address) => ({ to: token, data: callData('balanceOf', who) })
  const account = (who: Address) => ({ to: accounts, data: `0x${word(who)}` as const })
  const reads = [
    ...[holder, recipient, caller, pool ?? caller, subject].map((who) => balance(subject, who)),
    { to: subject, data: callData('totalSupply') },
    { to: subject, data: OWNER } as const,
    { to: subject, data: callData('ownerOf', tokenId ?? 0n) },
    ...[subject, caller, recipient].map(account),
    ...assets.flatMap(({ address }) => [holder, subject, caller, recipient].map((who) => balance(address, who))),
  ]
  return { from: stranger, to: reader, value: 0n, data: traderReads(reads), gas: GAS }
}

/** Null when the reading itself failed. */
export function readObservation(
  { pool, tokenId, assets }: Fixture,
  outcome: CallOutcome | undefined,
): Observation | null {
  if (outcome === undefined || !outcome.success) return null
  const answers = readTraderAnswers(outcome.output, FIXED + assets.length * 4)
  const at = (index: number) => answers[index]?.[0] ?? null
  const [subject, caller, recipient] = [answers[8], answers[9], answers[10]]
  if (subject === null || subject === undefined) return null
  return {
    held: { holder: at(0), recipient: at(1), caller: at(2), pool: pool === null ? null : at(3), subject: at(4) },
    supply: at(5),
    owner: at(6),
    pieceOwner: tokenId === null ? null : at(7),
    native: { subject: subject[0], caller: caller?.[0] ?? 0n, recipient: recipient?.[0] ?? 0n },
    codeSize: subject[1],
    assets: assets.map((_, index) => {
      const base = FIXED + index * 4
      return { holder: at(base), subject: at(base + 1), caller: at(base + 2), recipient: at(base + 3) }
    }),
  }
}
