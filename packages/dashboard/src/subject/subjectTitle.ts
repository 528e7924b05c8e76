import type { Subject } from './recognise.ts'

const TITLES: Record<Subject['kind'], string> = {
  address: 'address',
  'transaction-hash': 'sent transaction',
  name: 'ENS name',
  url: 'web site',
  transaction: 'transaction',
  calldata: 'calldata',
  'raw-transaction': 'raw transaction',
  'typed-data': 'typed data',
  message: 'message',
}

export function subjectTitle({ kind }: Subject): string {
  return TITLES[kind]
}
