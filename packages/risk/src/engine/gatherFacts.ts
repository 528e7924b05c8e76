import type { FactName, Facts } from '../facts/facts.ts'

/** Hears of a fact when it is asked for, and when it is known or turns out to be missing. */
export type OnFact = (name: FactName, state: 'asked' | 'known' | 'missing') => void

/** Gathers another fact; rejects with the reason when it is missing. */
export type GetFact = <Name extends FactName>(name: Name) => Promise<Facts[Name]>
export type FactProvider<Name extends FactName> = (
  get: GetFact,
  signal: AbortSignal,
) => Answer<Facts[Name]> | Promise<Answer<Facts[Name]>>
type Answer<Value> = Value | Incomplete<Value>
export type FactProviders = { [Name in FactName]?: FactProvider<Name> }

/** `late`: the deadline came first. `unsupported`: it has no provider. `switched-off`: the caller excluded it. */
export type MissingFact = {
  reason: 'late' | 'failed' | 'unsupported' | 'switched-off'
  /** Safe to show: no addresses of endpoints, no control characters, at most 200 characters. */
  message: string
  /** The first fact of the chain of dependencies that was missing; the fact itself when it has no such chain. */
  root: FactName
  /** Its absence puts no floor under the score, as for a well-known subject. */
  decisive?: false
  /** The provider's error, for callers that tell an unreachable network from a bug. */
  error: unknown
}
export type GatheredFacts = {
  facts: Partial<Facts>
  missing: Partial<Record<FactName, MissingFact>>
  /** Facts that are known in part: their content is true, their silence proves nothing. */
  incomplete: Partial<Record<FactName, MissingFact>>
  /** Executions that failed, also those that the providers did without. */
  failedExecutions?: readonly Error[]
  /** False when the deadline cut a fact off, or an execution failed. */
  complete: boolean
}

/** A fact that could be gathered only in part, and the missing input. */
export class Incomplete<Value> {
  readonly value: Value
  readonly missing: MissingFact
  constructor(value: Value, missing: MissingFact) {
    this.value = value
    this.missing = missing
  }
}

/** Returns a fact's value, or the reason why it is missing, for derivations that can work without it. */
export async function attempt<Name extends FactName>(
  get: GetFact,
  name: Name,
): Promise<{ value: Facts[Name]; missing: null } | { value: null; missing: MissingFact }> {
  try {
    return { value: await get(name), missing: null }
  } catch (error) {
    if (error instanceof MissingFactError) return { value: null, missing: error.missed }
    throw error
  }
}

/** Promise hops left to each derivation once the deadline has come, and to the longest chain of them. */
const TURNS_EACH = 16
const TURNS_OF_ALL = 256

/**
 * Gathers the needed facts and their dependencies: each once, all in parallel, under one signal. Never rejects: `missing` holds
 * the facts that failed. When the signal aborts, all pending facts are late and the answer is immediate.
 * @example gatherFacts({ providers, needed: ['approvalChanges'], signal: AbortSignal.timeout(3_000) })
 */
export async function gatherFacts(input: {
  providers: FactProviders
  needed: Iterable<FactName>
  /** Facts the caller excluded; their dependents are missing for the same reason. */
  switchedOff?: readonly FactName[]
  /** Executions that failed so far, whether or not a fact is missing for it: what they would have shown may be anything. */
  failedExecutions?: () => readonly Error[]
  onFact?: OnFact | undefined
  signal: AbortSignal
}): Promise<GatheredFacts> {
  const { providers, onFact, signal } = input
  const switchedOff = new Set(input.switchedOff)
  const gathered = new Map<FactName, Promise<unknown>>()
  const waitsOn = new Map<FactName, Set<FactName>>()
  const facts: Partial<Facts> = {}
  const missing: GatheredFacts['missing'] = {}
  const incomplete: GatheredFacts['incomplete'] = {}
  let open = true
  let stop = () => {}
  const aborted = new Promise<void>((resolve) => {
    stop = resolve
    signal.addEventListener('abort', stop, { once: true })
  })

  const reaches = (from: FactName, target: FactName): boolean =>
    from === target || [...(waitsOn.get(from) ?? [])].some((next) => reaches(next, target))

  function gather<Name extends FactName>(name: Name): Promise<Facts[Name]> {
    const known = gathered.get(name)
    if (known) return known as Promise<Facts[Name]>
    onFact?.(name, 'asked')
    const promise = provide(name).then(
      (answer) => {
        const value = answer instanceof Incomplete ? (answer.value as Facts[Name]) : answer
        if (open) facts[name] = value
        if (open && answer instanceof Incomplete) incomplete[name] = answer.missing
        onFact?.(name, 'known')
        return value
      },
      (error: unknown) => {
        const missed = asMissing(name, error, signal)
        if (open) missing[name] = missed
        onFact?.(name, 'missing')
        throw new MissingFactError(name, missed)
      },
    )
    // A late rejection has no reader left: it is recorded above and must not end the process.
    promise.catch(() => {})
    gathered.set(name, promise)
    return promise
  }

  async function provide<Name extends FactName>(name: Name): Promise<Answer<Facts[Name]>> {
    if (switchedOff.has(name)) throw absence(name, 'switched-off', `${name} was switched off`)
    const provider = providers[name] as FactProvider<Name> | undefined
    if (!provider) throw absence(name, 'unsupported', `nothing provides ${name}`)
    const dependencies = new Set<FactName>()
    waitsOn.set(name, dependencies)
    const get: GetFact = (other) => {
      if (reaches(other, name)) return Promise.reject(new Error(`${name} depends on itself through ${other}`))
      dependencies.add(other)
      return Promise.race([gather(other), tooLate(other)])
    }
    return provider(get, signal)
  }

  /** Rejects after its dependencies have: a derivation that works without them still runs, and its dependents get its value. */
  async function tooLate(name: FactName): Promise<never> {
    await aborted
    for (let left = TURNS_EACH * levelsUnder(name); left > 0; left--) await null
    throw absence(name, 'late', `${name} was not known by the deadline`)
  }

  function levelsUnder(name: FactName): number {
    if (name in facts || name in missing) return 0
    return 1 + Math.max(0, ...[...(waitsOn.get(name) ?? [])].map(levelsUnder))
  }

  const needed = [...new Set(input.needed)]
  if (!signal.aborted) {
    await Promise.race([aborted, Promise.allSettled(needed.map(gather))])
    // Derivations that can work without the missing fact see it now and get their turn: microtasks only, no waiting.
    if (signal.aborted) for (let turn = 0; turn < TURNS_OF_ALL; turn++) await null
  }
  signal.removeEventListener('abort', stop)
  open = false
  // Before the deadline all needed facts are settled; what is still pending fed only a fact that failed without it.
  for (const name of signal.aborted ? [...needed, ...gathered.keys()] : needed) {
    if (name in facts || missing[name]) continue
    missing[name] = { reason: 'late', message: `${name} was not known by the deadline`, root: name, error: null }
  }
  const failedExecutions = [...(input.failedExecutions?.() ?? [])]
  const isCut = [...Object.values(missing), ...Object.values(incomplete)].some(
    (one) => one.reason === 'late' || isFailedExecution(one),
  )
  return { facts, missing, incomplete, failedExecutions, complete: !isCut && failedExecutions.length === 0 }
}

/** Returns whether an execution failed, by the name of the error: risk knows no source. */
export function isFailedExecution({ error }: MissingFact): boolean {
  return error instanceof Error && error.name === 'SimulationUnavailable'
}

class MissingFactError extends Error {
  readonly missed: MissingFact
  constructor(name: FactName, missed: MissingFact) {
    super(`${name} is missing: ${missed.message}`)
    this.missed = missed
  }
}

/** Returns the error of a provider for a fact that the caller excluded, where only the provider can tell whether the fact exists. */
export function switchedOff(name: FactName): Error {
  return absence(name, 'switched-off', `${name} was switched off in the request`)
}

function absence(name: FactName, reason: MissingFact['reason'], message: string): MissingFactError {
  return new MissingFactError(name, { reason, message, root: name, error: null })
}

function asMissing(name: FactName, error: unknown, signal: AbortSignal): MissingFact {
  if (error instanceof MissingFactError) return error.missed
  return { reason: signal.aborted ? 'late' : 'failed', message: cleanMessage(error), root: name, error }
}

/** Endpoint addresses carry keys, and upstream text is untrusted: neither may reach an answer. */
function cleanMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '<url>')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
