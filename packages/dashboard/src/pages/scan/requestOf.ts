import type { api } from '@redoubt/client'
import type { Subject } from '../../subject/recognise.ts'
import type { Chain } from '../../ui/format.ts'

type Given = { chain: Chain; from: string; to: string; value: string; origin: string }

/** A scan of what is signed or sent: what it asks for besides the text, and which of that is still missing. */
export type NewScan = { asks: ('from' | 'to')[]; missing: string[] } & (
  | { kind: 'transaction'; body: api.TransactionScanRequest }
  | { kind: 'message'; body: api.MessageScanRequest }
  | { kind: 'raw'; raw: string; chain: Chain; origin: string }
)

/** A person waits longer than a wallet, and then gets a whole answer. */
export const DEADLINE_MS = 10_000

/** The options of a scan that a person looks at: with every call of the execution. */
export function optionsOf(own: api.TransactionScanRequest['options'] = {}) {
  return { deadlineMs: DEADLINE_MS, ...own, trace: true }
}

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** The request for a subject; null for one that has a page of its own. */
export function requestOf(subject: Subject, given: Given): NewScan | null {
  const from = given.from.trim()
  const to = given.to.trim()
  const origin = given.origin.trim() === '' ? {} : { origin: given.origin.trim() }
  const { chain } = given
  switch (subject.kind) {
    case 'raw-transaction':
      return { kind: 'raw', raw: subject.raw, chain, origin: given.origin.trim(), asks: [], missing: [] }
    case 'calldata': {
      const value = given.value.trim() === '' ? {} : { value: given.value.trim() }
      return {
        kind: 'transaction',
        body: { from, to, data: subject.data, chain, options: optionsOf(), ...value, ...origin },
        asks: ['from', 'to'],
        missing: [...missing('sender', from), ...missing('called contract', to)],
      }
    }
    case 'transaction': {
      const own = subject.transaction as api.TransactionScanRequest
      const sender = own.from ?? own.userOperation?.sender ?? from
      const network = own.chain === undefined && own.chainId === undefined ? { chain } : {}
      // Of one user operation the sender is inside.
      const fromMember = own.userOperation === undefined ? { from: sender } : {}
      return {
        kind: 'transaction',
        body: { ...own, options: optionsOf(own.options), ...fromMember, ...network, ...origin },
        asks: own.from === undefined && own.userOperation === undefined ? ['from'] : [],
        missing: missing('sender', sender),
      }
    }
    case 'typed-data':
    case 'message': {
      const address = subject.address ?? from
      const content = subject.kind === 'message' ? { message: subject.message } : { typedData: subject.typedData }
      return {
        kind: 'message',
        body: { address, chain, options: { deadlineMs: DEADLINE_MS }, ...content, ...origin },
        asks: subject.address === null ? ['from'] : [],
        missing: missing('signing account', address),
      }
    }
    default:
      return null
  }
}

function missing(name: string, address: string): string[] {
  return ADDRESS.test(address) ? [] : [name]
}
