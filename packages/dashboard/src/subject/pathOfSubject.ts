import { keptChain } from './keptChain.ts'
import type { Subject } from './recognise.ts'

/** The page of a subject: its own where a link can hold it, else the form of a new scan. */
export function pathOfSubject(subject: Subject, chain: string = keptChain()): string {
  switch (subject.kind) {
    case 'address':
      return `/address/${chain}/${subject.address}`
    case 'transaction-hash':
      return `/transaction/${subject.hash}`
    case 'name':
      return `/name/${encodeURIComponent(subject.name)}`
    case 'url':
      return `/site?url=${encodeURIComponent(subject.url)}`
    default:
      return '/'
  }
}
