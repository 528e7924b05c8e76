import { UsageError } from '../usageError.ts'
import type { Subject } from './guessSubject.ts'

/** Options that say something of a subject; another subject has no use for them. */
export type SubjectOptions = {
  chain?: string
  from?: string
  to?: string
  value?: string
  data?: string
  address?: string
  origin?: string
  payment?: string
  browse?: boolean
  transactions?: boolean
  witness?: string
}

const NAMES = [
  'from',
  'to',
  'value',
  'data',
  'address',
  'origin',
  'payment',
  'browse',
  'transactions',
  'witness',
] as const
type Name = (typeof NAMES)[number]

const SUBJECTS: Readonly<Record<Subject['kind'], { noun: string; uses: readonly Name[] }>> = {
  url: { noun: 'a web site', uses: ['browse'] },
  address: { noun: 'an address', uses: ['transactions', 'witness'] },
  hash: { noun: 'the hash of a transaction that was sent', uses: [] },
  raw: { noun: 'a raw transaction', uses: ['from', 'origin', 'witness'] },
  calldata: { noun: 'call data', uses: ['from', 'to', 'value', 'origin', 'witness'] },
  transaction: { noun: 'a transaction as JSON', uses: ['from', 'origin', 'witness'] },
  message: { noun: 'a message', uses: ['address', 'origin', 'payment', 'witness'] },
}

/**
 * Refuses options that the subject has no use for. Ignored in silence, they would leave another transaction scanned than the person meant.
 * @throws UsageError that names the options and the subject.
 */
export function refuseUnusedOptions(subject: Subject, options: SubjectOptions): void {
  const { noun, uses } = SUBJECTS[subject.kind]
  const unused = NAMES.filter((name) => options[name] !== undefined && !uses.includes(name))
  if (unused.length > 0) {
    const flags = unused.map((name) => `--${name}`).join(' and ')
    const remedy =
      subject.kind === 'transaction' || subject.kind === 'raw'
        ? 'Write it into the transaction, or give the options without one.'
        : 'Leave one of them out.'
    throw new UsageError(`${flags} cannot stand beside ${noun}, which is scanned as it is. ${remedy}`)
  }
  if (subject.kind === 'transaction') {
    const { from, origin, chain, userOperation } = subject.body
    if (userOperation !== undefined && options.from !== undefined)
      throw new UsageError('--from cannot stand beside a user operation, whose sender is in it.')
    agree('from', options.from, from)
    agree('origin', options.origin, origin)
    agree('chain', options.chain, chain)
  }
  if (subject.kind === 'message') {
    agree('address', options.address, subject.body.address)
    agree('chain', options.chain, subject.body.chain)
  }
}

function agree(name: keyof SubjectOptions, option: string | undefined, given: unknown): void {
  if (option === undefined || typeof given !== 'string' || given.toLowerCase() === option.toLowerCase()) return
  throw new UsageError(`--${name} ${option} and the JSON, which has ${given}, differ. Give one of them.`)
}
