import type { ArenaCase } from './arenaEngine.ts'

const KINDS = ['host', 'transaction', 'message', 'contract'] as const
const LABELS = ['hostile', 'honest'] as const
const CHAINS = ['ethereum', 'bsc', 'polygon']
const ID = /^[a-z0-9]+(?:[-.][a-z0-9]+|--[a-z0-9]+)*$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** EIP-3860: what a transaction may create a contract from. */
const MAX_CREATION_BYTES = 49_152

/**
 * Reads one line of a case file.
 * @throws Error naming the case and the member that docs/ARENA.md describes otherwise.
 */
export function parseCase(line: string): ArenaCase {
  const one = asObject(JSON.parse(line), 'case')
  const id = text(one, 'id', 'case')
  const refuse = (what: string): never => {
    throw new Error(`${id}: ${what}`)
  }
  if (!ID.test(id)) refuse('id must be kebab-case')
  const kind = KINDS.find((known) => known === one.kind) ?? refuse(`kind must be one of ${KINDS.join(', ')}`)
  const label = LABELS.find((known) => known === one.label) ?? refuse('label must be hostile or honest')
  const facts = asObject(one.facts, `${id}: facts`)
  checkFacts(kind, facts, refuse)
  const technique = text(one, 'technique', id)
  return { id, kind, label, technique, facts, source: text(one, 'source', id), licence: text(one, 'licence', id) }
}

/** Reads the cases of one file. @throws Error as parseCase does, and where two cases have one id. */
export function parseCases(lines: string): ArenaCase[] {
  const cases = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseCase)
  const twice = cases.find(({ id }, at) => cases.findIndex((other) => other.id === id) !== at)
  if (twice) throw new Error(`${twice.id}: another case has this id`)
  return cases
}

type Facts = Record<string, unknown>

function checkFacts(kind: ArenaCase['kind'], facts: Facts, refuse: (what: string) => never): void {
  if (kind === 'host') {
    if (typeof facts.url !== 'string' || !URL.canParse(facts.url)) refuse('facts.url must be a URL')
    return
  }
  if (kind !== 'contract') {
    if (typeof facts.request !== 'object' || facts.request === null) refuse('facts.request must be the body of a scan')
    return
  }
  if (!CHAINS.includes(String(facts.chain))) refuse(`facts.chain must be one of ${CHAINS.join(', ')}`)
  const given = ['address', 'corpus', 'creationCode'].filter((name) => facts[name] !== undefined)
  if (given.length !== 1) refuse('facts must have one of address, corpus, creationCode')
  const { address, creationCode } = facts
  if (address !== undefined && !ADDRESS.test(String(address))) refuse('facts.address must be 0x and 40 hex digits')
  if (creationCode === undefined) return
  if (typeof creationCode !== 'string' || !/^0x([0-9a-fA-F]{2})+$/.test(creationCode))
    refuse('facts.creationCode must be 0x and hex digits')
  if (String(creationCode).length > 2 + MAX_CREATION_BYTES * 2)
    refuse(`facts.creationCode must have at most ${MAX_CREATION_BYTES} bytes`)
}

function asObject(value: unknown, what: string): Facts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${what} must be an object`)
  return value as Facts
}

function text(of: Facts, name: string, id: string): string {
  const value = of[name]
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${id}: ${name} must be a text`)
  return value
}
